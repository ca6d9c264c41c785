"""UHF readers that speak UHFReader18 or UHFReader288 (Chafon CF-RU and CF-MU and others), up to four antennas."""
