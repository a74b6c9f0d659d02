/** What the SDK's types allow to be sent, as values: read from its declarations, so that nothing is left out. */
import { readFileSync } from "node:fs";
import ts from "typescript";

/** Values of one type. */
export interface Samples {
  /** Each shows one more of what the type allows: a field, a member of a union, null. The first has no field too many. */
  legal: unknown[];
  /** Each lacks one field that is required, or has one that does not exist. */
  broken: unknown[];
}

type Fields = Record<string, unknown>;

/** Reads samples of the types that one of the SDK's files declares. */
export class SdkTypes {
  readonly #declared = new Map<string, ts.InterfaceDeclaration | ts.TypeAliasDeclaration>();
  readonly #known = new Map<string, Samples>();
  /** Is a flaw in this field of this type left to other rules? */
  readonly #isLeft: (type: string, field: string) => boolean;

  constructor(file: string, isLeft: (type: string, field: string) => boolean) {
    this.#isLeft = isLeft;
    const url = new URL(`../../node_modules/@anthropic-ai/sdk/src/resources/${file}`, import.meta.url);
    const source = ts.createSourceFile(file, readFileSync(url, "utf8"), ts.ScriptTarget.Latest, true);
    this.#declare(source, "");
  }

  /** The samples of a declared type. */
  of(name: string): Samples {
    const known = this.#known.get(name);
    if (known) return known;
    const declaration = this.#declared.get(name);
    // What other files declare are names of models and of betas.
    if (!declaration) return { legal: ["x"], broken: [] };
    const made = ts.isInterfaceDeclaration(declaration)
      ? this.#ofInterface(name, declaration)
      : this.#ofType(declaration.type);
    this.#known.set(name, made);
    return made;
  }

  #declare(node: ts.Node, within: string): void {
    ts.forEachChild(node, (child) => {
      if (ts.isModuleDeclaration(child)) {
        if (child.body) this.#declare(child.body, `${within}${child.name.text}.`);
      } else if (ts.isInterfaceDeclaration(child) || ts.isTypeAliasDeclaration(child)) {
        this.#declared.set(`${within}${child.name.text}`, child);
      }
    });
  }

  #ofInterface(name: string, declaration: ts.InterfaceDeclaration): Samples {
    const fields = declaration.members.filter(ts.isPropertySignature).map((member) => ({
      field: member.name.getText(),
      required: member.questionToken === undefined,
      samples: member.type ? this.#ofType(member.type) : { legal: [], broken: [] },
    }));
    const least: Fields = {};
    for (const { field, required, samples } of fields) if (required) least[field] = samples.legal[0];
    const legal: unknown[] = [least];
    const broken: unknown[] = [];
    for (const { field, required, samples } of fields) {
      for (const value of required ? samples.legal.slice(1) : samples.legal)
        legal.push({ ...least, [field]: value });
      for (const value of samples.broken) broken.push({ ...least, [field]: value });
      const { [field]: _without, ...rest } = least;
      // An object that does not say its type is another object.
      if (required && field !== "type" && !this.#isLeft(name, field)) broken.push(rest);
    }
    const isOpen = declaration.members.some(ts.isIndexSignatureDeclaration);
    return { legal, broken: isOpen ? broken : [...broken, { ...least, zz: null }] };
  }

  #ofType(type: ts.TypeNode): Samples {
    if (ts.isUnionTypeNode(type)) return together(type.types.map((member) => this.#ofType(member)));
    if (ts.isParenthesizedTypeNode(type)) return this.#ofType(type.type);
    if (ts.isArrayTypeNode(type)) return listsOf(this.#ofType(type.elementType));
    if (ts.isLiteralTypeNode(type)) return { legal: [literal(type.literal)], broken: [] };
    if (ts.isTypeReferenceNode(type)) {
      const name = type.typeName.getText();
      const [item] = type.typeArguments ?? [];
      return name === "Array" && item ? listsOf(this.#ofType(item)) : this.of(name);
    }
    if (type.kind === ts.SyntaxKind.StringKeyword) return { legal: ["x"], broken: [] };
    if (type.kind === ts.SyntaxKind.NumberKeyword) return { legal: [1], broken: [] };
    if (type.kind === ts.SyntaxKind.BooleanKeyword) return { legal: [true, false], broken: [] };
    if (ts.isIntersectionTypeNode(type)) return { legal: ["x"], broken: [] };
    if (type.kind === ts.SyntaxKind.UnknownKeyword) return { legal: [{}], broken: [] };
    if (ts.isTypeLiteralNode(type)) return this.#ofDictionary(type);
    if (ts.isTypeOperatorNode(type)) return this.#ofType(type.type);
    throw new Error(`There are no samples yet of ${type.getText()}.`);
  }

  #ofDictionary(type: ts.TypeLiteralNode): Samples {
    const value = type.members.find(ts.isIndexSignatureDeclaration)?.type;
    const { legal, broken } = value ? this.#ofType(value) : { legal: [], broken: [] };
    return {
      legal: [{}, ...legal.map((each) => ({ a: each }))],
      broken: broken.map((each) => ({ a: each })),
    };
  }
}

function together(samples: readonly Samples[]): Samples {
  return {
    legal: samples.flatMap(({ legal }) => legal),
    broken: samples.flatMap(({ broken }) => broken),
  };
}

function listsOf({ legal, broken }: Samples): Samples {
  return { legal: legal.map((item) => [item]), broken: broken.map((item) => [item]) };
}

function literal(node: ts.LiteralTypeNode["literal"]): unknown {
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  if (ts.isStringLiteral(node)) return node.text;
  throw new Error(`There are no samples yet of ${node.getText()}.`);
}
