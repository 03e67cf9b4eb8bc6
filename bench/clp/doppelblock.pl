% Doppelblock for SWI-Prolog's clpfd, as in the original report: each line has two black cells (0) and every number
% once (global cardinality), and an automaton with a running sum reads it: before, between, after the black cells.
%
%   swipl doppelblock.pl -- "board([4,8,4,5,6,5], [9,7,2,10,3,1])" "[bisect,down]" REPEATS
%
% prints the CPU seconds of each run, posting included, and then the rows.

:- use_module(library(clpfd)).
:- initialization(main, main).

main([Board, Options, Repeats]) :-
    term_to_atom(board(Columns, Rows), Board),
    term_to_atom(Labeling, Options),
    atom_number(Repeats, Times),
    forall(between(1, Times, Time), run(Columns, Rows, Labeling, Time < Times)).

run(Columns, Rows, Labeling, More) :-
    statistics(cputime, Before),
    ( solve(Columns, Rows, Labeling, Found) -> Grid = Found ; Grid = none ),
    statistics(cputime, After),
    Seconds is After - Before,
    print(Seconds), nl,
    ( More -> true ; print(Grid), nl ).

solve(Columns, Rows, Labeling, Grid) :-
    length(Columns, N),
    length(Grid, N),
    maplist(same_length(Grid), Grid),
    Most is N - 2,
    append(Grid, Cells),
    Cells ins 0..Most,
    maplist(line(Most), Rows, Grid),
    transpose(Grid, Turned),
    maplist(line(Most), Columns, Turned),
    labeling(Labeling, Cells).

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
