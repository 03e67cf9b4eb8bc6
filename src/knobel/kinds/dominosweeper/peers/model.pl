% Dominosweeper for SWI-Prolog's clpfd, as in the report: a cell is 9 (a mine) or 10 (free), a number says how
% often 9 occurs around it, and if a cell is 9, then 9 occurs once beside it. Since 9 is less than 10, up tries mines
% first.
%
% A board is board(Clues, Rule, Mines): rows of numbers, e (nothing is given), free and mine; pairs or plain; and the
% number of all mines, or a variable. In the grid of the answer a mine is 1, and a free cell 0.

:- use_module(library(clpfd)).

labeling_reported([leftmost, step, up]).

solve(board(Clues, Rule, Mines), Labeling, Answer) :-
    maplist(same_length, Clues, Grid),
    append(Grid, Cells),
    Cells ins 9..10,
    length(Grid, Height),
    Grid = [Row|_],
    length(Row, Width),
    findall(R/C, (between(1, Height, R), between(1, Width, C)), Places),
    Board =.. [rows|Grid],
    maplist(cell(Board, Height, Width, Clues, Rule), Places),
    ( var(Mines) -> true ; mines(Cells, Mines) ),
    maplist(of_two_values, Labeling, Options),
    labeling(Options, Cells),
    maplist(maplist(meaning), Grid, Answer).

meaning(9, 1).
meaning(10, 0).

% SWI-Prolog does not know these two. Of two values, both take the lower one with up and the higher one with down, and
% so does step.
of_two_values(median, step) :- !.
of_two_values(middle, step) :- !.
of_two_values(Option, Option).

cell(Board, Height, Width, Clues, Rule, R/C) :-
    at(Board, R/C, Cell),
    nth1(R, Clues, Row),
    nth1(C, Row, Clue),
    (   integer(Clue)
    ->  Cell = 10,
        near(Board, Height, Width, R/C, [0/1, 1/1, 1/0, 1/(-1), 0/(-1), (-1)/(-1), (-1)/0, (-1)/1], Around),
        mines(Around, Clue)
    ;   given(Clue, Cell),
        (   Rule == pairs
        ->  near(Board, Height, Width, R/C, [0/1, 1/0, 0/(-1), (-1)/0], Beside),
            mines(Beside, Number),
            Cell #= 9 #==> Number #= 1
        ;   true
        )
    ).

given(e, _).
given(free, 10).
given(mine, 9).

at(Board, R/C, Cell) :-
    arg(R, Board, Row),
    nth1(C, Row, Cell).

near(Board, Height, Width, R/C, Steps, Cells) :-
    findall(R1/C1,
            ( member(DR/DC, Steps), R1 is R + DR, C1 is C + DC,
              between(1, Height, R1), between(1, Width, C1) ),
            Places),
    maplist(at(Board), Places, Cells).

mines(Cells, Number) :-
    maplist(is_mine, Cells, Mines),
    sum(Mines, #=, Number).

is_mine(Cell, Mine) :-
    Mine #<==> Cell #= 9.
