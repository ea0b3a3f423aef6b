"""Simulation of millions of rounds: one driver for all families, each of which supplies a kernel.

The same seed gives the same counts on one thread or many, on a CUDA device or on a cluster. Shoes are numbered, each is
shuffled from the seed and its number only, and rounds are counted in the order of their shoes.

- `run_options`: number of rounds, seed, place of execution; progress
- `shuffle_kernels`: random numbers, and shoes shuffled with them, for kernels
- `job`: `Job`, the work that a family describes; `Tally`, the counts
- `backends`: threads, cluster
- `driver`: `Simulation`, which deals until a stop condition is met

A family writes three parts. First, a kernel that deals the rounds of some shoes and counts them by kind:

    @compiled_nogil
    def deal_pairs(dealing, start, first, shoes, kinds):
        workspace = shuffle_workspace(dealing, 1)
        order = workspace.shuffled.view(np.uint8)
        for shoe in range(first, first + shoes):
            shuffle(dealing, workspace, dealing.points[dealing.shoe], start, shoe, 1)
            kinds[order[0] * 13 + order[1]] += 1

Second, a job that describes the deal. In this example every round uses a newly shuffled shoe and two cards:

    @dataclass(frozen=True)
    class PairsJob(Job[tuple[NDArray[np.int64]]]):
        dealing: ShoeSetup                   # shoe_setup(decks=6, points=..., burn=[0] * 13, ..., dealt=2)
        seed: int
        max_rounds_per_shoe = 1
        shoes_per_chunk = 2**18

        def deal(self, first, shoes, limit=ALL_ROUNDS):
            kinds, rounds = np.zeros(169, np.int64), min(shoes, limit)
            deal_pairs(self.dealing, start_of(self.seed), first, rounds, kinds)
            return Tally(rounds, rounds, (kinds,))

Third, a simulation that turns the counts into a table of facts with weights. Wagers are measured on it by the same
conditions that decide them at the table. If the kernel does not distinguish the facts of a wager, `odds` raises
`NotExactlyCountable`, and the sheet lists the reason:

    class PairsSimulation(Simulation[tuple[NDArray[np.int64]]]):
        def __init__(self, rules, seed):
            super().__init__(PairsJob(setup_for(rules), seed))
            self.rules = rules

        def odds(self, wager):
            table = FactTable(self.tally.counts[0], SIMULATED, columns_of_pairs(self.rules))
            return measure_wager(wager, table, paytable=paytable_of(self.rules, wager.id))

        def interval(self, wager):
            return self.odds(self.rules.wagers[wager]).interval

        def sheet(self):
            return measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self.odds)

The odds object of the family returns the report. Options are checked before any computation. A family with more to
report than the sheet, for example how the seats played, overrides `SimulationReport`:

    def simulate(self, rules, seating, **asked):
        seating.require_none("every seat plays alike")
        run = CheckedRun.of(rules.wagers, **asked)
        return SimulationReport(PairsSimulation(rules, run.seed).run(run).sheet())
"""
