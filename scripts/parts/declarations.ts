/** Declarations of a source file by name, as TypeScript's own parser sees them. */
import ts from "typescript";
import type { Part } from "../parts.ts";

/** The functions, constants, types and classes of a file's top level, and the methods of its classes. */
export function declarationsOf(text: string, path: string): Part[] {
  const file = parsed(text, path);
  return file.statements.flatMap((statement) => [
    ...ofStatement(statement, file),
    ...ofClass(statement, file),
  ]);
}

/** What the parser finds wrong with a source text, a sentence each, with its line; nothing where it is well-formed. */
export function syntaxFaults(text: string, path: string): string[] {
  // The list is there on every source file and is left out of the public type; a program, which would tell too, reads all imports.
  const { parseDiagnostics = [] } = parsed(text, path) as {
    parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics.map(
    ({ messageText, start, file }) =>
      `line ${file.getLineAndCharacterOfPosition(start).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

/** What a text declares at its top level: the names, and whether each is exported. */
export function declaredIn(
  text: string,
  path: string,
): { readonly name: string; readonly exported: boolean }[] {
  const file = parsed(text, path);
  return file.statements.flatMap((statement) => {
    const exported =
      ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return ofStatement(statement, file).map(({ name }) => ({ name, exported }));
  });
}

function parsed(text: string, path: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

function ofStatement(statement: ts.Statement, file: ts.SourceFile): Part[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) ? [part(name.text, statement, file, initializer)] : [],
    );
  const named =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return named && statement.name ? [part(statement.name.text, statement, file, statement)] : [];
}

function ofClass(statement: ts.Statement, file: ts.SourceFile): Part[] {
  if (!ts.isClassDeclaration(statement) || !statement.name) return [];
  const owner = statement.name.text;
  return statement.members.flatMap((member) => {
    const name = ts.isConstructorDeclaration(member) ? "constructor" : member.name?.getText(file);
    return name === undefined ? [] : [part(`${owner}.${name}`, member, file, member)];
  });
}

/** `does` is what may have a body: the declaration itself, or the value of a constant. */
function part(name: string, node: ts.Node, file: ts.SourceFile, does: ts.Node | undefined): Part {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
  const own = { start: lineStart(file.text, node.getStart(file)), end: node.getEnd() };
  const whole = { start: docs ? lineStart(file.text, docs.getStart(file)) : own.start, end: own.end };
  const body = bodyOf(does, file);
  return { name, kind: "declaration", whole, own, ...(body ? { body } : {}) };
}

function bodyOf(node: ts.Node | undefined, file: ts.SourceFile): Part["body"] {
  if (!node || !ts.isFunctionLike(node)) return undefined;
  const body = (node as ts.FunctionLikeDeclaration).body;
  return body && { start: body.getStart(file), end: body.getEnd(), braces: ts.isBlock(body) };
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
