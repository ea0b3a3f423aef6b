"""Rounds by the million: one driver, to which a family gives its kernel and what it counts.

The same seed gives the same counts whatever deals them: one thread or many, a CUDA device, a cluster. Shoes are
numbered, each is shuffled by the seed and its number alone, and rounds are counted in the order of their shoes.

- `asked`: how much to deal, from which seed, where; how far it has got
- `shoes`: random words, and shoes shuffled by them, for kernels to deal from
- `tally`: `Job`, what a family gives; `Tally`, what was counted
- `dealers`: threads, a device, a cluster
- `driver`: `Simulation`, which deals until it is enough

A family writes three things. A kernel deals the rounds of some shoes and counts them by kind:

    @released
    def deal_pairs(dealing, start, first, shoes, kinds):
        bench = bench_for(dealing, 1)
        order = bench.laid.view(np.uint8)
        for shoe in range(first, first + shoes):
            shuffle(dealing, bench, dealing.points[dealing.shoe], start, shoe, 1)
            kinds[order[0] * 13 + order[1]] += 1

A job says what is dealt; here every round comes from a whole pack of so many decks, and takes two cards:

    @dataclass(frozen=True)
    class PairsJob(Job[tuple[Counted]]):
        dealing: Dealing                     # dealing_of(decks=6, points=..., burn=[0] * 13, ..., dealt=2)
        seed: int
        most_rounds_a_shoe = 1
        shoes_a_piece = 2**18

        def deal(self, first, shoes, limit=ALL_ROUNDS):
            kinds, rounds = np.zeros(169, np.int64), min(shoes, limit)
            deal_pairs(self.dealing, start_of(self.seed), first, rounds, kinds)
            return Tally(rounds, rounds, (kinds,))

A simulation says what the counts mean: a table of facts with weights, over which wagers are measured by the very
conditions that pay them. A wager whose facts the kernel does not tell apart is `NotCounted`, and the sheet says so:

    class PairsSimulation(Simulation[tuple[Counted]]):
        def __init__(self, house, seed):
            super().__init__(PairsJob(dealing_for(house), seed))
            self.house = house

        def odds(self, wager):
            table = FactTable(self.tally.counts[0], SIMULATED, columns_of_pairs(self.house))
            return measure(wager, table, paytable=paytable_of(self.house, wager.id))

        def interval(self, wager):
            return self.odds(self.house.wagers[wager]).interval

        def sheet(self):
            return measured_sheet(self.house, None, SIMULATED, self.tally.rounds, self.odds)

The family's door hands them out. What was asked is checked before anything is worked out; `Simulated` is overridden
where there is more to say than the sheet does, such as how the seats played:

    def simulate(self, house, seating, **asked):
        seating.require_none("every seat plays alike")
        run = Run.of(house.wagers, **asked)
        return Simulated(PairsSimulation(house, run.seed).run(run).sheet())
"""
