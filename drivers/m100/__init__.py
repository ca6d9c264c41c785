"""UHF modules of the M100 and R200 family (QM100, YRM100 and others), in both dialects of their frames."""
