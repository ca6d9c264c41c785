"""FEIG readers of the OBID i-scan family on a serial line (ISO-Host mode): ISO 15693 tags, many at once."""
