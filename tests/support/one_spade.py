"""One spade by North, led by East and played out: seven tricks. As PBN, a column a seat."""

DEAL = '[Deal "N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ"]\n'
HEAD = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n{DEAL}'
ONE_SPADE = f'{HEAD}[Declarer "N"]\n[Contract "1S"]\n'
ROWS = """D5 DA D8 D2
D6 DK D9 D3
D7 DQ DT D4
HA HT H6 H2
HK H9 H7 H3
HQ HJ H8 H4
H5 C8 DJ S2
S3 S9 S6 SA
S4 ST S7 SK
S5 SJ S8 SQ
C5 C9 CA C2
C6 CT CK C3
C7 CJ CQ C4"""
