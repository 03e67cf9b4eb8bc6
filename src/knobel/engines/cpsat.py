"""CP-SAT of OR-Tools, for constraint models. It needs the extra ``cp``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import KnobelError, Misuse
from ..interrupts import heeded
from ..limits import Limit, tick
from ..model import Automaton, Clause, Count, CountingAutomaton, Linear, Model, Table, accepts
from ..processes.fork import call_and_kill
from ..puzzle import Best
from . import Fact, ModelVerdict


@dataclass(frozen=True)
class CpSat:
    """One thread, so that runs can be compared and repeated."""

    name: str = "cpsat"
    about: str = "CP-SAT of OR-Tools, for constraint models (extra: cp)"
    can: frozenset[str] = frozenset({"model", "race"})

    def configured(self, text: str) -> CpSat:
        raise Misuse(f"the engine {self.name} takes no options")

    def solve_model(self, model: Model, assume: Sequence[Fact], limit: Limit, best: Best | None = None) -> ModelVerdict:
        try:
            with heeded():
                from ortools.sat.python import cp_model
        except ImportError:
            raise Misuse("the engine cpsat needs OR-Tools: pip install 'knobel[cp]'") from None
        if not all(model.domains):
            return ModelVerdict(False)  # a variable without any value, which CP-SAT would call an invalid model
        # In a process of its own: its handling of Ctrl-C would outlive the call and swallow the next one.
        return call_and_kill(lambda: _decide(cp_model, model, assume, limit, best), limit, ModelVerdict(None))


def _decide(cp_model: Any, model: Model, assume: Sequence[Fact], limit: Limit, best: Best | None) -> ModelVerdict:
    program, variables = _translate(cp_model, model, assume)
    if best and model.objective:
        value = _total(model.objective, variables)
        program.maximize(value) if best == "most" else program.minimize(value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if limit.seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.01, limit.seconds)
    if limit.conflicts is not None:
        solver.parameters.max_number_of_conflicts = limit.conflicts
    status = solver.solve(program)
    stats = {"branches": solver.num_branches, "conflicts": solver.num_conflicts}
    if status == cp_model.MODEL_INVALID:
        raise KnobelError(f"CP-SAT does not take the model: {program.validate()}")
    if status == cp_model.OPTIMAL or (status == cp_model.FEASIBLE and not best):
        return ModelVerdict(True, [int(solver.value(x)) for x in variables], stats=stats)
    return ModelVerdict(False if status == cp_model.INFEASIBLE else None, stats=stats)


def _translate(cp_model: Any, model: Model, assume: Sequence[Fact]) -> tuple[Any, list[Any]]:
    program = cp_model.CpModel()
    variables = [
        program.new_int_var_from_domain(cp_model.Domain.from_values(values), name)
        for values, name in zip(model.domains, model.names, strict=True)
    ]
    equals: dict[tuple[int, int], Any] = {}

    def has(variable: int, value: int) -> Any:
        """The Boolean that says the variable has the value."""
        if (variable, value) not in equals:
            domain = model.domains[variable]
            if value not in domain:
                equals[variable, value] = program.new_constant(0)
            elif set(domain) == {low := min(domain), low + 1}:
                above = variables[variable] - low
                equals[variable, value] = above if value > low else 1 - above
            else:
                fact = program.new_bool_var(f"{model.names[variable]}={value}")
                program.add(variables[variable] == value).only_enforce_if(fact)
                program.add(variables[variable] != value).only_enforce_if(~fact)
                equals[variable, value] = fact
        return equals[variable, value]

    for constraint in model.constraints:
        tick()
        match constraint:
            case Linear(_, _, low, high):
                total = _total(constraint, variables)
                if low is not None:
                    program.add(total >= low)
                if high is not None:
                    program.add(total <= high)
            case Count(used, value, least, most):
                times = sum(has(x, value) for x in used)
                program.add(times >= least)
                program.add(times <= most)
            case Table() | Automaton() | CountingAutomaton() if not constraint.variables:
                program.add(accepts(constraint, ()))
            case Table(used, rows):
                program.add_allowed_assignments([variables[x] for x in used], rows)
            case Automaton() | CountingAutomaton():
                plain = constraint.unfolded() if isinstance(constraint, CountingAutomaton) else constraint
                used, steps, start, finals = plain.variables, plain.steps, plain.start, plain.finals
                arcs = [(state, value, after) for state, leave in enumerate(steps) for value, after in leave.items()]
                if arcs and finals:
                    program.add_automaton([variables[x] for x in used], start, sorted(finals), arcs)
                else:
                    program.add_bool_or([])
            case Clause(facts):
                program.add(sum(has(x, value) if holds else 1 - has(x, value) for x, value, holds in facts) >= 1)
    for variable, value, holds in assume:
        program.add(variables[variable] == value if holds else variables[variable] != value)
    return program, variables


def _total(linear: Linear, variables: list[Any]) -> Any:
    return sum(w * variables[x] for w, x in zip(linear.weights, linear.variables, strict=True))


ENGINES = (CpSat(),)
