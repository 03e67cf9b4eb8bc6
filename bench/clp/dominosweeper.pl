% Dominosweeper for SWI-Prolog's clpfd, as in the original report: a number is the sum of the cells around it, and if a
% cell is a mine, the cells beside it sum up to one.
%
%   swipl dominosweeper.pl -- "[[2,e,e],[e,e,e]]" "[leftmost]" REPEATS
%
% prints the CPU seconds of each run, posting included, and then the rows.

:- use_module(library(clpfd)).
:- initialization(main, main).

main([Board, Options, Repeats]) :-
    term_to_atom(Clues, Board),
    term_to_atom(Labeling, Options),
    atom_number(Repeats, Times),
    forall(between(1, Times, Time), run(Clues, Labeling, Time < Times)).

run(Clues, Labeling, More) :-
    statistics(cputime, Before),
    ( solve(Clues, Labeling, Found) -> Grid = Found ; Grid = none ),
    statistics(cputime, After),
    Seconds is After - Before,
    print(Seconds), nl,
    ( More -> true ; print(Grid), nl ).

solve(Clues, Labeling, Grid) :-
    maplist(same_length, Clues, Grid),
    append(Grid, Cells),
    Cells ins 0..1,
    length(Grid, Height),
    Grid = [Row|_],
    length(Row, Width),
    forall_cells(Height, Width, Places),
    Board =.. [rows|Grid],
    maplist(cell(Board, Height, Width, Clues), Places),
    labeling(Labeling, Cells).

forall_cells(Height, Width, Places) :-
    findall(R/C, (between(1, Height, R), between(1, Width, C)), Places).

cell(Board, Height, Width, Clues, R/C) :-
    at(Board, R/C, Cell),
    sum_at(Board, Height, Width, R/C, [0/1, 1/0, 0/(-1), (-1)/0], Beside),
    Cell #= 1 #==> Beside #= 1,
    nth1(R, Clues, Row),
    nth1(C, Row, Clue),
    (   integer(Clue)
    ->  Cell = 0,
        Around = [0/1, 1/1, 1/0, 1/(-1), 0/(-1), (-1)/(-1), (-1)/0, (-1)/1],
        sum_at(Board, Height, Width, R/C, Around, Sum),
        Sum #= Clue
    ;   true
    ).

at(Board, R/C, Cell) :-
    arg(R, Board, Row),
    nth1(C, Row, Cell).

sum_at(Board, Height, Width, R/C, Steps, Sum) :-
    findall(R1/C1,
            ( member(DR/DC, Steps), R1 is R + DR, C1 is C + DC,
              between(1, Height, R1), between(1, Width, C1) ),
            Places),
    maplist(at(Board), Places, Cells),
    sum(Cells, #=, Sum).
