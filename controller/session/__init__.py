"""An evening: who sits where, which boards, how it is scored; and who may see what (`may_see`, the only such gate).

Pure values and questions; no web page and no store.
"""
