"""The Laws of Duplicate Bridge in two editions, as rows that a director can proof-read.

`edition_1987` and `edition_2017` hold the rows; the questions they ask are functions named in the Laws' words.
The score of a contract (Law 77) lives here too. Nothing of an edition stands outside its file; no I/O, no clock.
"""
