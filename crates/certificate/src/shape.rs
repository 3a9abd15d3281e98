//! Rules as the index writes them, and back.

use std::sync::Arc;

use polydoku_core::{Boxes, Rules, RulesError};
use serde::{Deserialize, Serialize};

/// Rules in the index's words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// How many digits, rows and columns.
    pub size: usize,
    /// `ROWSxCOLS` of a box, or `none`; absent where there are regions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boxes: Option<String>,
    /// For each cell the number of its region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<u32>>,
    /// Both diagonals.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diagonals: bool,
    /// The inner boxes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub windoku: bool,
    /// Further houses, as cells from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<Vec<usize>>,
}

impl Shape {
    /// The words for some rules.
    pub fn of(rules: &Rules) -> Shape {
        let (boxes, regions) = match rules.boxes() {
            Boxes::None => (Some("none".to_owned()), None),
            Boxes::Rect { rows, cols } => (Some(format!("{rows}x{cols}")), None),
            Boxes::Regions(map) => (
                None,
                Some(map.iter().map(|&region| region.into()).collect()),
            ),
        };
        let extra = rules.extra_houses();
        let cells =
            |house: &polydoku_core::House| house.cells().iter().map(|cell| cell.index()).collect();
        Shape {
            size: rules.size(),
            boxes,
            regions,
            diagonals: rules.has_diagonals(),
            windoku: rules.has_windoku(),
            extra: extra.map(cells).collect(),
        }
    }

    /// The rules that the words stand for.
    ///
    /// # Errors
    /// Words that make no rules.
    pub fn rules(&self) -> Result<Arc<Rules>, String> {
        let builder = Rules::builder(self.size);
        let mut builder = match (self.boxes.as_deref(), &self.regions) {
            (Some("none"), None) => builder.no_boxes(),
            (Some(boxes), None) => {
                let sides = boxes.split_once('x');
                let sides =
                    sides.and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
                let (rows, cols) = sides.ok_or_else(|| format!("\"{boxes}\" is no box"))?;
                builder.boxes(rows, cols)
            }
            (None, Some(regions)) => builder.regions(regions.iter().copied()),
            _ => return Err("rules have either boxes or regions".to_owned()),
        };
        if self.diagonals {
            builder = builder.diagonals();
        }
        if self.windoku {
            builder = builder.windoku();
        }
        for house in &self.extra {
            builder = builder.extra_house(house.iter().copied());
        }
        let rules = builder
            .build()
            .map_err(|error: RulesError| error.to_string())?;
        Ok(Arc::new(rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_rules_comes_back() {
        let jigsaw = [0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
        let all = [
            Rules::builder(9).boxes(3, 3),
            Rules::builder(6).boxes(3, 2).diagonals(),
            Rules::builder(9).windoku(),
            Rules::builder(7).no_boxes().extra_house([0, 8, 16]),
            Rules::builder(4).regions(jigsaw).diagonals(),
            Rules::builder(1),
        ];
        for rules in all {
            let rules = rules.build().unwrap();
            let shape = Shape::of(&rules);
            let text = serde_json::to_string(&shape).unwrap();
            let read: Shape = serde_json::from_str(&text).unwrap();
            assert_eq!(*read.rules().unwrap(), rules, "{text}");
        }
    }

    #[test]
    fn the_words_are_few() {
        let text = serde_json::to_string(&Shape::of(&Rules::classic())).unwrap();
        assert_eq!(text, r#"{"size":9,"boxes":"3x3"}"#);
    }

    #[test]
    fn what_makes_no_rules_is_refused() {
        for text in [
            r#"{"size":9}"#,
            r#"{"size":9,"boxes":"3"}"#,
            r#"{"size":9,"boxes":"2x3"}"#,
            r#"{"size":0,"boxes":"none"}"#,
            r#"{"size":99,"boxes":"none"}"#,
            r#"{"size":2,"regions":[0,0,1]}"#,
            r#"{"size":2,"boxes":"none","regions":[0,0,1,1]}"#,
            r#"{"size":2,"boxes":"none","extra":[[7]]}"#,
        ] {
            let shape: Shape = serde_json::from_str(text).unwrap();
            assert!(shape.rules().is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Shape>(r#"{"size":9,"boxes":"3x3","x":1}"#).is_err());
    }
}
