% Dominosweeper for SWI-Prolog's clpfd, as in the report (docs/why/origins.md): a number is the sum of the cells around
% it, and if a cell is a mine, the cells beside it sum up to one.
%
% A board is board(Clues, Rule, Mines): rows of numbers, e (nothing is given), free and mine; pairs or plain; and the
% number of all mines, or a variable.

:- use_module(library(clpfd)).

labeling_reported([leftmost, step, up]).

solve(board(Clues, Rule, Mines), Labeling, Grid) :-
    maplist(same_length, Clues, Grid),
    append(Grid, Cells),
    Cells ins 0..1,
    length(Grid, Height),
    Grid = [Row|_],
    length(Row, Width),
    forall_cells(Height, Width, Places),
    Board =.. [rows|Grid],
    maplist(cell(Board, Height, Width, Clues, Rule), Places),
    ( var(Mines) -> true ; sum(Cells, #=, Mines) ),
    labeling(Labeling, Cells).

forall_cells(Height, Width, Places) :-
    findall(R/C, (between(1, Height, R), between(1, Width, C)), Places).

cell(Board, Height, Width, Clues, Rule, R/C) :-
    at(Board, R/C, Cell),
    (   Rule == pairs
    ->  sum_at(Board, Height, Width, R/C, [0/1, 1/0, 0/(-1), (-1)/0], Beside),
        Cell #= 1 #==> Beside #= 1
    ;   true
    ),
    nth1(R, Clues, Row),
    nth1(C, Row, Clue),
    (   integer(Clue)
    ->  Cell = 0,
        Around = [0/1, 1/1, 1/0, 1/(-1), 0/(-1), (-1)/(-1), (-1)/0, (-1)/1],
        sum_at(Board, Height, Width, R/C, Around, Sum),
        Sum #= Clue
    ;   given(Clue, Cell)
    ).

given(e, _).
given(free, 0).
given(mine, 1).

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
