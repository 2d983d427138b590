//! Nets of ONNX files, by tract: what is read, and what must fit the rules.
//!
//! A model takes `observations` (rows of numbers) and gives `logits` and `values`. Its metadata name the encoding
//! (`ludex.encoding`): what was learnt under one version means nothing under another.

use crate::net::choose::Net;
use crate::net::{EvaluationRows, Evaluations, Evaluator, Lens};
use ludex_encoding::version;
use ludex_program::Program;
use std::io::Cursor;
use std::sync::Arc;
use tract_onnx::prelude::*;

/// Nets can be read here.
pub const IS_HERE: bool = true;
/// The key of the encoding's version in the metadata.
const ENCODING: &str = "ludex.encoding";

/// A net ready to run.
#[derive(Debug)]
struct Model {
    plan: Arc<TypedRunnableModel>,
    width: usize,
}

/// Reads an ONNX file for a program.
///
/// # Errors
/// It is no model, or one of other rules or another shape; for people.
pub fn read(bytes: &[u8], program: &Arc<Program>) -> Result<Net, String> {
    let unreadable = |error: TractError| format!("it is no ONNX model that can be run: {error:#}");
    let onnx = tract_onnx::onnx();
    let proto = onnx.proto_model_for_read(&mut Cursor::new(bytes));
    let proto = proto.map_err(unreadable)?;
    let said = proto.metadata_props.iter().find(|one| one.key == ENCODING);
    let own = version(program);
    match said {
        None => {
            return Err(format!(
                "its metadata have no `{ENCODING}`: export it with `ludex.train.export`"
            ));
        }
        Some(said) if said.value != own => {
            return Err(format!(
                "it was trained for other rules: its encoding is {}, that of this game {own}",
                said.value
            ));
        }
        Some(_) => {}
    }
    let lens = Arc::new(Lens::new(Arc::clone(program)));
    let width = lens.observation.len();
    let plan = plan(&onnx, bytes, width).map_err(unreadable)?;
    let model = Model { plan, width };
    // Any row shows the shape of what comes out.
    let rows = EvaluationRows {
        observations: vec![0.0; width],
        masks: vec![1; lens.actions.len()],
        count: 1,
    };
    let answer = model.evaluate(&rows)?;
    if !answer.fits(&lens, 1) {
        return Err(format!(
            "it gives {} logits and {} values for a position, where the rules have {} actions and {} players",
            answer.logits.len(),
            answer.values.len(),
            lens.actions.len(),
            lens.players()
        ));
    }
    Ok(Net {
        lens,
        evaluator: Arc::new(model),
    })
}

/// Makes the model ready for any number of rows.
fn plan(
    onnx: &tract_onnx::Onnx,
    bytes: &[u8],
    width: usize,
) -> TractResult<Arc<TypedRunnableModel>> {
    let model = onnx.model_for_read(&mut Cursor::new(bytes))?;
    let rows = model.symbols.sym("rows");
    let fact = f32::fact([rows.to_dim(), width.to_dim()]);
    model
        .with_input_fact(0, fact.into())?
        .into_optimized()?
        .into_runnable()
}

impl Evaluator for Model {
    fn evaluate(&self, rows: &EvaluationRows) -> Result<Evaluations, String> {
        let run = || -> TractResult<Evaluations> {
            let shape = [rows.count, self.width];
            let input = Tensor::from_shape(&shape, &rows.observations)?;
            let answer = self.plan.run(tvec!(input.into()))?;
            let numbers = |n: usize| -> TractResult<Vec<f32>> {
                let tensor: &Tensor = answer
                    .get(n)
                    .ok_or_else(|| TractError::msg("it has fewer than two outputs"))?;
                Ok(tensor.try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
            };
            Ok(Evaluations {
                logits: numbers(0)?,
                values: numbers(1)?,
            })
        };
        run().map_err(|error| format!("the net can't be run: {error:#}"))
    }
}
