//! The numbers of the machine by their offsets.

use ludex_engine::lir::Field;
use ludex_engine::machine::offsets;

/// The offset of a number in the machine; none of one that stands in the state.
pub(super) fn offset(field: Field) -> Option<usize> {
    Some(match field {
        Field::Fuel => offsets::FUEL,
        Field::Depth => offsets::DEPTH,
        Field::Asking => offsets::ASKING,
        Field::Players => offsets::PLAYERS,
        Field::ChoicesLeft => offsets::CHOICES_LEFT,
        Field::Listed => offsets::OPTION_LENGTH,
        Field::OptionRoom => offsets::OPTION_ROOM,
        Field::Frames => return None,
    })
}
