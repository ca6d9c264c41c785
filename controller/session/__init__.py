"""An evening: who sits where, which boards, and who may see what (`may_see`, the only gate of secrecy).

Pure values and questions; no web page and no store.
"""
