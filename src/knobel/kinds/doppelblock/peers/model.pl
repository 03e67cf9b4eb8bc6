% Doppelblock for SWI-Prolog's clpfd, as in the report (docs/why/origins.md): each line has two black cells (0) and
% every number once (global cardinality), and an automaton with a running sum reads it: before, between, after the black cells.
%
% A board is board(Columns, Rows, Cells): the sums of the columns, those of the rows, and the rows of the grid. A
% variable stands for what is not given.

:- use_module(library(clpfd)).

labeling_reported([leftmost, bisect, down]).

solve(board(Columns, Rows, Cells), Labeling, Grid) :-
    length(Columns, N),
    length(Grid, N),
    maplist(same_length(Grid), Grid),
    Most is N - 2,
    append(Grid, Entries),
    Entries ins 0..Most,
    Grid = Cells,
    maplist(line(Most), Rows, Grid),
    transpose(Grid, Turned),
    maplist(line(Most), Columns, Turned),
    labeling(Labeling, Entries).

line(Most, Sum, Cells) :-
    numlist(1, Most, Numbers),
    maplist([V, V-1]>>true, Numbers, Once),
    global_cardinality(Cells, [0-2|Once]),
    maplist([V, arc(before, V, before)]>>true, Numbers, Before),
    maplist([V, arc(after, V, after)]>>true, Numbers, After),
    adding(Numbers, Total, Between),
    append([[arc(before, 0, between), arc(between, 0, after)], Before, Between, After], Arcs),
    automaton(Cells, _, Cells, [source(before), sink(after)], Arcs, [Total], [0], [Sum]).

adding([], _, []).
adding([V|Vs], Total, [arc(between, V, between, [Total+V])|Arcs]) :-
    adding(Vs, Total, Arcs).
