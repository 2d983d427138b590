//! The tiles as a table, in the order of `games/sanctuary/animals.yaml`, `buildings.yaml` and `projects.yaml`.
//!
//! The words of the rows are those of the rules. What a tile does, asks and scores is data here; other files carry it out.

use super::sets::Set;

/// What is printed on a tile, and what else it may be asked for, in the order of the enum `icon`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Icon {
    Rock,
    Forest,
    Water,
    Undefined,
    Africa,
    Europe,
    Asia,
    Americas,
    Australia,
    Predator,
    Bird,
    Herbivore,
    Reptile,
    Primate,
    PettingZoo,
    Project,
    Building,
    Animal,
    Small,
    Large,
    Any,
}

pub(super) const ICONS: usize = 21;

/// A set of icons.
pub(super) type Icons = Set;

pub(super) const CONTINENTS: Icons = icons(&[
    Icon::Africa,
    Icon::Europe,
    Icon::Asia,
    Icon::Americas,
    Icon::Australia,
]);
pub(super) const CLASSES: Icons = icons(&[
    Icon::Predator,
    Icon::Bird,
    Icon::Herbivore,
    Icon::Reptile,
    Icon::Primate,
    Icon::PettingZoo,
]);

pub(super) const fn icons(list: &[Icon]) -> Icons {
    let (mut set, mut at) = (0, 0);
    while at < list.len() {
        set |= 1 << list[at] as u32;
        at += 1;
    }
    set
}

/// An effect of a tile or of a space; any may be declined but gains [8.2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Effect {
    #[default]
    Nothing,
    /// So many conservation markers.
    Gain(u8),
    /// Any action card to slot 1, after the action.
    MoveCard,
    /// A tile of the display with this icon.
    Take(Icon),
    TakeAll(Icon),
    /// So many tiles of the pile.
    Draw(u8),
    /// An animal among so many tiles of the pile.
    Hunt(u8),
    /// So many open areas.
    Open(u8),
    /// A pouch marker for each of so many tiles.
    Pouch(u8),
    Relocate,
}

/// The condition of a building on its space: so many around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Site {
    Anywhere,
    Near(u8, Icon),
    /// In one group.
    NearGroup(u8, Icon),
    /// Different classes and continents.
    NearVariety(u8),
    NearOpenAreas(u8),
    River,
}

/// The condition of a building on the zoo or the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    Continents(u8),
    Classes(u8),
    ClassesAndContinents(u8),
    /// In the hand.
    Tiles(u8),
    RiverFull,
}

/// What a tile scores at the end; most of it so much for each of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Points {
    Fixed(u8),
    InZoo(u8, Icon),
    /// In its own group.
    Connected(u8, Icon),
    Beside(u8, Icon),
    Hand(u8),
    OpenAreas,
    /// Classes and continents around it.
    Variety,
    PettingGroup,
}

/// A set of sides of a tile, of the directions clockwise from north; no tile has an arrow to the south.
pub(super) type Arrows = u8;

const N: Arrows = 1;
const NE: Arrows = 1 << 1;
const SE: Arrows = 1 << 2;
const SW: Arrows = 1 << 4;
const NW: Arrows = 1 << 5;

/// The action cards.
pub(super) const DEEDS: usize = 4;
/// The action card that plays projects; the others play the animals of a habitat.
pub(super) const PROJECTS: usize = 0;

/// A set of action cards.
pub(super) type Deeds = Set;

/// A tile: its number in [`TILES`].
pub(crate) type Card = u8;

pub(super) const NUMBER: usize = 135;

/// The columns of a tile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tile {
    pub(super) level: u8,
    /// What is printed, its sort, its size, and `any`.
    pub(super) icons: Icons,
    /// The action cards that play it.
    pub(super) deeds: Deeds,
    /// The other one of its pair.
    pub(super) mate: Option<Card>,
    pub(super) arrows: Arrows,
    pub(super) site: Site,
    pub(super) needs: Needs,
    pub(super) discard: u8,
    /// It is laid on an animal with this icon.
    pub(super) releases: Option<Icon>,
    pub(super) on_play: [Effect; 2],
    /// When a tile with one of these icons is played …
    pub(super) whenever: Icons,
    /// … this may be done.
    pub(super) ability: Effect,
    /// Tiles with one of these icons …
    pub(super) eases: Icons,
    /// … take so much less strength.
    pub(super) relief: u8,
    pub(super) points: Points,
}

impl Tile {
    pub(super) const fn is(&self, icon: Icon) -> bool {
        self.icons & icons(&[icon]) != 0
    }

    const fn mate(self, mate: Card) -> Tile {
        Tile {
            mate: Some(mate),
            ..self
        }
    }

    const fn arrows(self, arrows: Arrows) -> Tile {
        Tile { arrows, ..self }
    }

    const fn site(self, site: Site) -> Tile {
        Tile { site, ..self }
    }

    const fn needs(self, needs: Needs) -> Tile {
        Tile { needs, ..self }
    }

    const fn discard(self, discard: u8) -> Tile {
        Tile { discard, ..self }
    }

    const fn releases(self, icon: Icon) -> Tile {
        Tile {
            releases: Some(icon),
            ..self
        }
    }

    const fn play(mut self, effect: Effect) -> Tile {
        self.on_play[0] = effect;
        self
    }

    const fn also(mut self, effect: Effect) -> Tile {
        self.on_play[1] = effect;
        self
    }

    const fn whenever(self, icon: Icon, ability: Effect) -> Tile {
        Tile {
            whenever: icons(&[icon]),
            ability,
            ..self
        }
    }

    const fn eases(self, icon: Icon, relief: u8) -> Tile {
        Tile {
            eases: icons(&[icon]),
            relief,
            ..self
        }
    }

    const fn points(self, points: Points) -> Tile {
        Tile { points, ..self }
    }
}

const fn tile(level: u8, icons: Icons, deeds: Deeds) -> Tile {
    Tile {
        level,
        icons: icons | 1 << Icon::Any as u32,
        deeds,
        mate: None,
        arrows: 0,
        site: Site::Anywhere,
        needs: Needs::Nothing,
        discard: 0,
        releases: None,
        on_play: [Effect::Nothing; 2],
        whenever: 0,
        ability: Effect::Nothing,
        eases: 0,
        relief: 0,
        points: Points::Fixed(0),
    }
}

const fn animal(level: u8, printed: &[Icon]) -> Tile {
    let printed = icons(printed);
    let size = if level <= 3 { Icon::Small } else { Icon::Large };
    // An undefined habitat goes with every animal card [4.7].
    let habitats = if printed & icons(&[Icon::Undefined]) != 0 {
        0b111
    } else {
        printed & icons(&[Icon::Rock, Icon::Forest, Icon::Water])
    };
    // The cards of the habitats stand in the order of the habitats, behind the projects card.
    let deeds = habitats << (PROJECTS + 1);
    tile(level, printed | icons(&[Icon::Animal, size]), deeds)
}

const fn project(level: u8, printed: &[Icon]) -> Tile {
    let all = icons(printed) | icons(&[Icon::Project]);
    tile(level, all, 1 << PROJECTS)
}

/// Buildings take no strength, and no action card plays them.
const fn building(printed: &[Icon]) -> Tile {
    tile(0, icons(printed) | icons(&[Icon::Building]), 0)
}

#[rustfmt::skip]
pub(super) static TILES: [Tile; NUMBER] = {
    use Effect::{Draw, Gain, Hunt, MoveCard, Open, Pouch, Relocate, Take, TakeAll};
    use Icon::{
        Africa, Americas, Animal, Any, Asia, Australia, Bird, Building, Europe, Forest, Herbivore, Large, PettingZoo,
        Predator, Primate, Project, Reptile, Rock, Small, Undefined, Water,
    };
    use Needs::{Classes, ClassesAndContinents, Continents, RiverFull, Tiles};
    use Points::{Beside, Connected, Fixed, Hand, InZoo, OpenAreas, PettingGroup, Variety};
    use Site::{Near, NearGroup, NearOpenAreas, NearVariety, River};
    [
        // animals
        animal(4, &[Rock, Africa, Predator]).mate(1).points(InZoo(2, Predator)), // A001
        animal(4, &[Rock, Africa, Predator]).mate(0).points(InZoo(2, Predator)), // A002
        animal(2, &[Rock, Australia, Predator]).mate(3).points(InZoo(1, Predator)), // A003
        animal(2, &[Rock, Australia, Predator]).mate(2).points(InZoo(1, Predator)), // A004
        animal(3, &[Water, Europe, Predator]).mate(5).points(Connected(2, Water)), // A005
        animal(3, &[Water, Europe, Predator]).mate(4).points(Connected(2, Water)), // A006
        animal(2, &[Rock, Africa, Predator]).arrows(SW).play(Hunt(3)).points(Fixed(3)), // A007
        animal(4, &[Water, Australia, Predator]).arrows(N).play(Hunt(3)).points(InZoo(2, Predator)), // A008
        animal(5, &[Forest, Europe, Predator]).arrows(N).play(TakeAll(Project)).points(Fixed(8)), // A009
        animal(5, &[Water, Asia, Predator]).mate(10).arrows(NW | NE).play(Gain(1)).points(Fixed(8)), // A010
        animal(5, &[Water, Asia, Predator]).mate(9).arrows(SW | SE).play(Gain(1)).points(Fixed(8)), // A011
        animal(4, &[Forest, Americas, Predator]).mate(12).arrows(SW).play(Hunt(3)).points(Fixed(7)), // A012
        animal(4, &[Forest, Americas, Predator]).mate(11).arrows(NE).play(Hunt(3)).points(Fixed(7)), // A013
        animal(3, &[Forest, Asia, Bird]).points(Connected(2, Asia)), // A014
        animal(3, &[Rock, Australia, Bird]).points(Connected(2, Australia)), // A015
        animal(3, &[Rock, Americas, Bird]).points(Connected(2, Americas)), // A016
        animal(3, &[Rock, Europe, Bird]).points(Connected(2, Europe)), // A017
        animal(5, &[Rock, Africa, Bird]).play(Open(2)).points(Fixed(6)), // A018
        animal(3, &[Water, Africa, Bird]).points(Connected(2, Africa)), // A019
        animal(3, &[Forest, Europe, Bird]).mate(20).play(Open(1)).points(OpenAreas), // A020
        animal(3, &[Forest, Europe, Bird]).mate(19).play(Open(1)).points(OpenAreas), // A021
        animal(4, &[Forest, Americas, Bird]).mate(22).points(Fixed(4)), // A022
        animal(4, &[Forest, Americas, Bird]).mate(21).points(Fixed(4)), // A023
        animal(4, &[Water, Australia, Bird]).mate(24).play(Open(1)).points(Fixed(6)), // A024
        animal(4, &[Water, Australia, Bird]).mate(23).play(Open(1)).points(Fixed(6)), // A025
        animal(5, &[Undefined, Asia, Bird]).points(InZoo(3, Project)), // A026
        animal(5, &[Rock, Asia, Herbivore]).arrows(N | NE | SE).play(TakeAll(Building)).points(Fixed(9)), // A027
        animal(4, &[Water, Asia, Herbivore]).mate(28).arrows(NW).points(InZoo(2, Building)), // A028
        animal(4, &[Water, Asia, Herbivore]).mate(27).arrows(NE).points(InZoo(2, Building)), // A029
        animal(5, &[Undefined, Africa, Herbivore]).arrows(NW | SW | SE).points(Fixed(10)), // A030
        animal(3, &[Rock, Europe, Herbivore]).mate(31).points(Connected(2, Rock)), // A031
        animal(3, &[Rock, Europe, Herbivore]).mate(30).points(Connected(2, Rock)), // A032
        animal(2, &[Water, Australia, Herbivore]).play(Pouch(2)).points(Fixed(3)), // A033
        animal(2, &[Water, Americas, Herbivore]).mate(34).points(Fixed(4)), // A034
        animal(2, &[Water, Americas, Herbivore]).mate(33).points(Fixed(4)), // A035
        animal(4, &[Forest, Africa, Herbivore]).mate(36).arrows(NE).play(Take(Building)).points(Fixed(7)), // A036
        animal(4, &[Forest, Africa, Herbivore]).mate(35).arrows(SW).play(Take(Building)).points(Fixed(7)), // A037
        animal(3, &[Forest, Australia, Herbivore]).mate(38).play(Pouch(2)).points(Fixed(5)), // A038
        animal(3, &[Forest, Australia, Herbivore]).mate(37).play(Pouch(2)).points(Fixed(5)), // A039
        animal(2, &[Rock, Australia, Reptile]).mate(40).points(Fixed(4)), // A040
        animal(2, &[Rock, Australia, Reptile]).mate(39).points(Fixed(4)), // A041
        animal(2, &[Water, Asia, Reptile]).points(Connected(1, Water)), // A042
        animal(5, &[Undefined, Americas, Reptile]).play(Gain(1)).points(Fixed(7)), // A043
        animal(4, &[Water, Africa, Reptile]).mate(44).arrows(NW).play(Take(Any)).points(Fixed(6)), // A044
        animal(4, &[Water, Africa, Reptile]).mate(43).arrows(SE).play(Take(Any)).points(Fixed(6)), // A045
        animal(3, &[Forest, Americas, Reptile]).play(Take(Any)).points(Fixed(4)), // A046
        animal(2, &[Forest, Americas, Reptile]).points(Connected(1, Forest)), // A047
        animal(3, &[Water, Europe, Reptile]).play(Gain(1)).points(Fixed(2)), // A048
        animal(2, &[Rock, Europe, Reptile]).points(Connected(1, Rock)), // A049
        animal(3, &[Rock, Asia, Reptile]).mate(50).play(Relocate).points(Fixed(4)), // A050
        animal(3, &[Rock, Asia, Reptile]).mate(49).play(Relocate).points(Fixed(4)), // A051
        animal(4, &[Rock, Australia, Reptile]).play(Relocate).points(Fixed(6)), // A052
        animal(3, &[Water, Europe, Primate]).mate(53).play(MoveCard).points(Fixed(5)), // A053
        animal(3, &[Water, Europe, Primate]).mate(52).play(MoveCard).points(Fixed(5)), // A054
        animal(5, &[Forest, Americas, Primate]).mate(55).arrows(N | SW).play(Gain(1)).points(Hand(2)), // A055
        animal(5, &[Forest, Americas, Primate]).mate(54).arrows(N | NE).play(Gain(1)).points(Hand(2)), // A056
        animal(4, &[Rock, Africa, Primate]).mate(57).arrows(NE | SW).play(Draw(1)).points(Fixed(8)), // A057
        animal(4, &[Rock, Africa, Primate]).mate(56).arrows(NE | SW).play(Draw(1)).points(Fixed(8)), // A058
        animal(4, &[Water, Asia, Primate]).arrows(NE).play(Draw(2)).points(Fixed(6)), // A059
        animal(3, &[Forest, Asia, Primate]).mate(60).points(Connected(2, Forest)), // A060
        animal(3, &[Forest, Asia, Primate]).mate(59).points(Connected(2, Forest)), // A061
        animal(3, &[Forest, Africa, Primate]).arrows(NW).play(MoveCard).points(Fixed(6)), // A062
        animal(2, &[Forest, Americas, Primate]).points(Hand(1)), // A063
        animal(2, &[Undefined, PettingZoo]).points(PettingGroup), // A064
        animal(2, &[Undefined, PettingZoo]).points(PettingGroup), // A065
        animal(2, &[Undefined, PettingZoo]).points(PettingGroup), // A066
        animal(2, &[Undefined, PettingZoo]).points(PettingGroup), // A067
        animal(2, &[Undefined, PettingZoo]).points(PettingGroup), // A068
        animal(2, &[Undefined, PettingZoo]).points(PettingGroup), // A069
        animal(2, &[Undefined, PettingZoo]).points(PettingGroup), // A070
        // buildings
        building(&[Australia]).site(Near(2, Australia)).points(Connected(2, Australia)), // B101
        building(&[Europe]).site(Near(2, Europe)).points(Connected(2, Europe)), // B102
        building(&[Asia]).site(Near(2, Asia)).points(Connected(2, Asia)), // B103
        building(&[Africa]).site(Near(2, Africa)).points(Connected(2, Africa)), // B104
        building(&[Americas]).site(Near(2, Americas)).points(Connected(2, Americas)), // B105
        building(&[Predator]).site(Near(1, Predator)).points(Beside(2, Predator)), // B106
        building(&[Primate]).site(Near(1, Primate)).points(Beside(2, Primate)), // B107
        building(&[Bird]).site(Near(1, Bird)).points(Beside(2, Bird)), // B108
        building(&[Reptile]).site(Near(1, Reptile)).points(Beside(2, Reptile)), // B109
        building(&[Herbivore]).site(Near(1, Herbivore)).points(Beside(2, Herbivore)), // B110
        building(&[Forest]).site(NearGroup(4, Forest)).points(Fixed(8)), // B111
        building(&[Rock]).site(NearGroup(4, Rock)).points(Fixed(8)), // B112
        building(&[Water]).site(NearGroup(4, Water)).points(Fixed(8)), // B113
        building(&[Water]).site(Near(2, Water)).points(Fixed(4)), // B114
        building(&[Forest]).site(Near(2, Forest)).points(Fixed(4)), // B115
        building(&[Rock]).site(Near(2, Rock)).points(Fixed(4)), // B116
        building(&[Rock]).site(NearVariety(4)).points(Variety), // B117
        building(&[Forest]).site(NearVariety(4)).points(Variety), // B118
        building(&[Water]).site(NearVariety(4)).points(Variety), // B119
        building(&[]).site(Near(2, Building)).points(InZoo(2, Building)), // B120
        building(&[]).site(Near(2, Large)).points(Fixed(6)), // B121
        building(&[Asia]).site(River).whenever(Asia, Take(Project)).points(Connected(1, Asia)), // B122
        building(&[Americas]).site(River).whenever(Americas, MoveCard).points(Connected(1, Americas)), // B123
        building(&[Africa]).site(River).whenever(Africa, Draw(1)).points(Connected(1, Africa)), // B124
        building(&[Europe]).site(River).whenever(Europe, Take(Animal)).points(Connected(1, Europe)), // B125
        building(&[Australia]).site(River).whenever(Australia, Pouch(1)).points(Connected(1, Australia)), // B126
        building(&[]).site(NearOpenAreas(2)).points(Fixed(5)), // B127
        building(&[]).needs(Continents(5)).play(Gain(2)).points(InZoo(1, Project)), // B128
        building(&[]).needs(Classes(5)).play(Gain(2)), // B129
        building(&[]).needs(ClassesAndContinents(10)).points(Fixed(10)), // B130
        building(&[]).site(Near(2, Project)).points(InZoo(2, Project)), // B131
        building(&[]).site(River).play(Take(Project)).also(Gain(1)).points(Fixed(4)), // B132
        building(&[]).needs(RiverFull).points(Fixed(6)), // B133
        building(&[]).needs(Tiles(7)).points(Hand(1)), // B134
        building(&[]).discard(4).points(Fixed(8)), // B135
        // projects
        project(4, &[Water]).eases(Water, 1).points(Connected(1, Water)), // P071
        project(4, &[Rock]).eases(Rock, 1).points(Connected(1, Rock)), // P072
        project(4, &[Forest]).eases(Forest, 1).points(Connected(1, Forest)), // P073
        project(4, &[Predator]).whenever(Predator, Hunt(3)).points(InZoo(1, Predator)), // P074
        project(4, &[Reptile]).whenever(Reptile, Take(Any)).points(InZoo(1, Reptile)), // P075
        project(4, &[Primate]).whenever(Primate, Relocate).points(InZoo(1, Primate)), // P076
        project(4, &[Herbivore]).whenever(Herbivore, Take(Building)).points(InZoo(1, Herbivore)), // P077
        project(4, &[Bird]).whenever(Bird, Open(1)).points(InZoo(1, Bird)), // P078
        project(4, &[]).play(Take(Small)).eases(Small, 1), // P079
        project(4, &[]).play(Take(Large)).eases(Large, 1), // P080
        project(3, &[Africa]).play(Take(Africa)).eases(Africa, 2), // P081
        project(3, &[Asia]).play(Take(Asia)).eases(Asia, 2), // P082
        project(3, &[Europe]).play(Take(Europe)).eases(Europe, 2), // P083
        project(3, &[Americas]).play(Take(Americas)).eases(Americas, 2), // P084
        project(3, &[Australia]).play(Take(Australia)).eases(Australia, 2), // P085
        project(4, &[Rock, Africa]).releases(Africa).points(Fixed(4)), // P086
        project(4, &[Water, Asia]).releases(Asia).points(Fixed(4)), // P087
        project(4, &[Forest, Americas]).releases(Americas).points(Fixed(4)), // P088
        project(4, &[Water, Europe]).releases(Europe).points(Fixed(4)), // P089
        project(4, &[Rock, Australia]).releases(Australia).points(Fixed(4)), // P090
        project(4, &[Water, Rock]).releases(Reptile).points(Fixed(4)), // P091
        project(4, &[Forest, Rock]).releases(Predator).points(Fixed(4)), // P092
        project(4, &[Forest, Rock]).releases(Bird).points(Fixed(4)), // P093
        project(4, &[Forest, Water]).releases(Primate).points(Fixed(4)), // P094
        project(4, &[Forest, Water]).releases(Herbivore).points(Fixed(4)), // P095
        project(3, &[Bird]).points(Connected(2, Bird)), // P096
        project(3, &[Herbivore]).points(Connected(2, Herbivore)), // P097
        project(3, &[Primate]).points(Connected(2, Primate)), // P098
        project(3, &[Predator]).points(Connected(2, Predator)), // P099
        project(3, &[Reptile]).points(Connected(2, Reptile)), // P100
    ]
};

pub(super) fn tile_of(card: Card) -> &'static Tile {
    &TILES[card as usize]
}
