"""Card counting: can a wager be beaten by a player who watches the cards, and for how much?

A family supplies the effects of removal of its wagers and a kernel that deals shoes (`count_job`); everything else is
common to all games:

- `card_effects`: change of a wager's expected gain for each card that leaves; betting correlation, proposed tags
- `shoe_polynomials`: expected gain of a wager as a polynomial in the numbers of cards left, exact for any shoe
- `count_kernels`: what kernels do for each card and each round: running counts, exact expectations, statistics
- `count_job`: the plans that one simulation follows, and their statistics as a `Job`
- `count_study`: `study_counts`, the whole analysis of a table
- `collusion`: value of knowing the cards of other seats, in games that shuffle for every round
"""
