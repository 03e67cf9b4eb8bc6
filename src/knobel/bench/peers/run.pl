% Runs a model for SWI-Prolog's clpfd on a board.
%
%   swipl run.pl -- MODEL BOARD LABELING REPEATS
%
% MODEL is a program with solve(Board, Labeling, Grid), and with labeling_reported(Labeling), which is taken where
% LABELING is a variable. BOARD is a file with one term. Printed are the CPU seconds of each run, posting included, and
% then the rows of the grid, or none.

:- use_module(library(clpfd)).
:- use_module(library(readutil)).
:- initialization(main, main).

main([Model, File, Options, Repeats]) :-
    consult(Model),
    read_file_to_terms(File, [Board], []),
    term_to_atom(Labeling, Options),
    ( var(Labeling) -> labeling_reported(Labeling) ; true ),
    atom_number(Repeats, Times),
    forall(between(1, Times, Time), run(Board, Labeling, Time < Times)).

run(Board, Labeling, More) :-
    statistics(cputime, Before),
    ( solve(Board, Labeling, Found) -> Grid = Found ; Grid = none ),
    statistics(cputime, After),
    Seconds is After - Before,
    print(Seconds), nl,
    ( More -> true ; print(Grid), nl ).
