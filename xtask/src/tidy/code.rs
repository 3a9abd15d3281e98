//! What a Rust source says, apart from its tests: string literals, paths, macros, modules.
//!
//! The file is parsed by `syn` and walked once. Items under `#[cfg(test)]` and
//! attributes (doc comments among them) are passed over. `use` trees come out as
//! full paths, and the tokens inside macro calls, which `syn` does not parse,
//! are read by hand: `format!("{}", Instant::now())` names a literal and a path
//! like any other code. A name imported under another one (`use std::thread as t`)
//! is seen at its import, which is enough for checks that forbid the import.

use proc_macro2::{TokenStream, TokenTree};
use syn::{spanned::Spanned, visit::Visit};

/// A piece of source with its 1-based line.
pub type Said = (usize, String);

/// The facts that checks ask for, in the order of the source.
#[derive(Debug, Default)]
pub struct Code {
    /// Values of string literals.
    pub literals: Vec<Said>,
    /// Paths, joined by `::`: expressions, types, and every leaf of a `use` tree.
    pub paths: Vec<Said>,
    /// Names of macros that are called, the last segment alone.
    pub macros: Vec<Said>,
    /// Modules declared or defined, those of tests included.
    pub modules: Vec<Said>,
    /// Test modules declared here whose text is a file of its own.
    test_modules: Vec<String>,
}

impl Code {
    pub fn parse(text: &str) -> syn::Result<Self> {
        let mut code = Self::default();
        code.visit_file(&syn::parse_file(text)?);
        Ok(code)
    }

    /// Where the files of the test modules declared in the file at `path` may lie.
    pub fn test_files(&self, path: &str) -> Vec<String> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let below = match name {
            "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
            _ => path.trim_end_matches(".rs").to_owned(),
        };
        let modules = self.test_modules.iter();
        modules.map(|name| format!("{below}/{name}.rs")).collect()
    }

    /// Reads literals and paths out of a macro's tokens.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Option<Said> = None;
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Ident(word) => match &mut path {
                    Some((_, said)) if colons == 2 => *said += &format!("::{word}"),
                    _ => {
                        self.paths.extend(path.take());
                        path = Some((token.span().start().line, word.to_string()));
                    }
                },
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        let line = literal.span().start().line;
                        self.literals.push((line, text.value()));
                    }
                }
                TokenTree::Punct(_) => {}
            }
            match &token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(_) => colons = 0,
                _ => {
                    self.paths.extend(path.take());
                    colons = 0;
                }
            }
        }
        self.paths.extend(path);
    }

    /// Adds every leaf of a `use` tree as a full path.
    fn imports(&mut self, before: &str, tree: &syn::UseTree) {
        let join = |name: &dyn std::fmt::Display| match before {
            "" => name.to_string(),
            _ => format!("{before}::{name}"),
        };
        let line = tree.span().start().line;
        match tree {
            syn::UseTree::Path(path) => self.imports(&join(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.paths.push((line, join(&name.ident))),
            syn::UseTree::Rename(name) => self.paths.push((line, join(&name.ident))),
            syn::UseTree::Glob(_) => self.paths.push((line, join(&"*"))),
            syn::UseTree::Group(group) => {
                for inner in &group.items {
                    self.imports(before, inner);
                }
            }
        }
    }
}

/// Whether the attributes hold `#[cfg(test)]`, alone or inside `all(..)`.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else {
            return false;
        };
        let condition = list.tokens.to_string();
        list.path.is_ident("cfg")
            && (condition == "test"
                || condition.starts_with("all")
                    && condition.contains("test")
                    && !condition.contains("not"))
    })
}

/// An item's own attributes, for the kinds of item that can hold code.
fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

impl<'ast> Visit<'ast> for Code {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let test = is_test(attributes(item));
        if let syn::Item::Mod(module) = item {
            let name = module.ident.to_string();
            if test && module.content.is_none() {
                self.test_modules.push(name.clone());
            }
            self.modules.push((module.ident.span().start().line, name));
        }
        if !test {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.imports("", &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|one| one.ident.to_string());
        let names: Vec<_> = names.collect();
        self.paths
            .push((path.span().start().line, names.join("::")));
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Some(last) = call.path.segments.last() {
            self.macros
                .push((last.span().start().line, last.ident.to_string()));
        }
        self.tokens(call.tokens.clone());
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        let line = literal.span().start().line;
        self.literals.push((line, literal.value()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(said: &[Said]) -> Vec<&str> {
        said.iter().map(|(_, word)| word.as_str()).collect()
    }

    #[test]
    fn use_trees_become_full_paths() {
        let code = Code::parse("use std::{thread as t, time::{Instant, Duration}};").unwrap();
        let expected = ["std::thread", "std::time::Instant", "std::time::Duration"];
        assert_eq!(words(&code.paths), expected);
    }

    #[test]
    fn macros_are_looked_into() {
        let code = Code::parse("fn f() {\n g!(a,\n std::thread::sleep(\"x/y\"), b); }").unwrap();
        assert_eq!(words(&code.macros), ["g"]);
        assert_eq!(words(&code.paths), ["a", "std::thread::sleep", "b"]);
        assert_eq!(code.literals, [(3, "x/y".to_owned())]);
    }

    #[test]
    fn tests_and_attributes_are_passed_over() {
        let text = "#[doc = \"d\"] fn f() { g(\"seen\") }\n\
                    #[cfg(test)] mod tests { fn h() { k(\"unseen\") } }\n\
                    #[cfg(all(test, unix))] mod more;\n\
                    #[cfg(not(test))] fn l() { m(\"too\") }";
        let code = Code::parse(text).unwrap();
        assert_eq!(words(&code.literals), ["seen", "too"]);
        assert_eq!(words(&code.modules), ["tests", "more"]);
        assert_eq!(
            code.test_files("crates/a/src/b.rs"),
            ["crates/a/src/b/more.rs"]
        );
        assert_eq!(
            code.test_files("crates/a/src/lib.rs"),
            ["crates/a/src/more.rs"]
        );
    }
}
