// Finds the English of the project: texts of the interface, content, documents and comments, with their locations.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * `interface`: what the software shows or sends. `content`: public pages, blog, catalog and legal texts. `document`:
 * Markdown for developers and operators. `comment`: comments in code and SQL. `title`: names of tests.
 */
export type Kind = 'interface' | 'content' | 'document' | 'comment' | 'title'
export type Text = { file: string; line: number; kind: Kind; text: string }

/** Stands for a value that is known only at run time. */
export const VALUE = '…'

/** Explains each setting in a comment above it. */
const SETTINGS = '.env.example'

/** Returns all tracked and new files that contain prose. */
export function proseFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
  return listed
    .split('\0')
    .filter((file) => file === SETTINGS || /\.(ts|tsx|mjs|sql|md)$/.test(file))
    .filter((file) => !/^(test\/prose\/|database\/earlier\/)/.test(file))
}

/** Returns the texts of a file. Its path decides their kind. */
export function readTexts(file: string, source = readFileSync(path.join(ROOT, file), 'utf8')): Text[] {
  if (file.endsWith('.md')) return readMarkdown(file, source)
  if (file.endsWith('.sql')) return readSql(file, source)
  if (file === SETTINGS) return readSettings(file, source)
  return readCode(file, source)
}

/** Returns the paragraphs of a Markdown file without its code, links and table borders. */
function readMarkdown(file: string, source: string): Text[] {
  const kind: Kind = file.startsWith('content/') ? 'content' : 'document'
  const texts: Text[] = []
  let block: string[] = []
  let start = 0
  let fenced = false
  const end = () => {
    if (block.length > 0) texts.push({ file, line: start, kind, text: plain(block.join(' ')) })
    block = []
  }
  for (const [index, raw] of source.split('\n').entries()) {
    if (/^\s*```/.test(raw)) fenced = !fenced
    const line = fenced ? '' : raw.replace(/^\s*(?:[-*+]|\d+\.|#{1,6}|>)\s+/, '').trim()
    const isItem = line !== raw.trim()
    if (line.startsWith('|')) {
      end()
      for (const cell of line.split(/(?<!\\)\|/))
        if (/[a-z]/i.test(cell)) texts.push({ file, line: index + 1, kind, text: plain(cell.trim()) })
      continue
    }
    if (line === '' || /^(```|---|<)/.test(line) || isItem) end()
    if (line === '' || /^(```|---|<)/.test(line)) continue
    if (block.length === 0) start = index + 1
    block.push(line)
  }
  end()
  return texts
}

/** Returns the explanations of the settings. A line such as `# PORT=3000` is a default. */
const readSettings = (file: string, source: string): Text[] =>
  source.split('\n').flatMap((line, index) => {
    const text = /^# (?![A-Z0-9_]+=)(.*)$/.exec(line)?.[1]
    return text ? [{ file, line: index + 1, kind: 'document' as const, text: plain(text) }] : []
  })

const plain = (markdown: string) =>
  markdown
    .replace(/`[^`]*`/g, VALUE)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/https?:\/\/\S+/g, VALUE)
    .replace(/\*\*|__/g, '')

function readSql(file: string, source: string): Text[] {
  const texts: Text[] = []
  let comment: string[] = []
  let start = 0
  const end = () => {
    if (comment.length > 0) texts.push({ file, line: start, kind: 'comment', text: plain(comment.join(' ')) })
    comment = []
  }
  for (const [index, line] of source.split('\n').entries()) {
    const own = /^\s*--\s?(.*)$/.exec(line)
    if (own) {
      if (comment.length === 0) start = index + 1
      comment.push(own[1] ?? '')
      continue
    }
    end()
    const after = /\s--\s(.*)$/.exec(line) ?? /^comment on .* is '(.*)';$/.exec(line)
    if (after)
      texts.push({ file, line: index + 1, kind: 'comment', text: plain((after[1] ?? '').replaceAll("''", "'")) })
  }
  end()
  return texts
}

/** Attributes and properties whose strings are no prose. */
const TECHNICAL =
  /^(className|class|id|key|to|href|src|type|rel|role|name|htmlFor|d|viewBox|style|accept|autoComplete|inputMode|pattern|method|action|path|slug|icon|cron|sql|code|lang|data-.*|as|target|fill|stroke|points|transform|sizes|srcSet|media|font|fontFamily)$/
const NAMES_TESTS = /^(test|it|describe)(\.\w+)*$/

function readCode(file: string, source: string): Text[] {
  const isTest = /\.(test|spec)\.tsx?$/.test(file) || /^(test|bench)\//.test(file)
  const kind: Kind = file.startsWith('content/') ? 'content' : 'interface'
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const texts: Text[] = []
  const lineOf = (at: number) => tree.getLineAndCharacterOfPosition(at).line + 1
  const add = (node: ts.Node, text: string, as: Kind = kind) => {
    const clean = text.replace(/\s+/g, ' ').trim()
    if (as === 'title' || isProse(clean)) texts.push({ file, line: lineOf(node.getStart()), kind: as, text: clean })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isTaggedTemplateExpression(node) && /^(sql|raw|css|String)/.test(node.tag.getText())) return
    if (ts.isCallExpression(node) && NAMES_TESTS.test(node.expression.getText())) {
      const [name, ...rest] = node.arguments
      if (name && ts.isStringLiteralLike(name)) add(name, name.text, 'title')
      for (const argument of rest) visit(argument)
      return
    }
    if (ts.isJsxAttribute(node) && TECHNICAL.test(node.name.getText())) return
    if (ts.isPropertyAssignment(node)) {
      if (TECHNICAL.test(node.name.getText().replace(/['"]/g, '')) && !/^(name|action)$/.test(node.name.getText()))
        return
      visit(node.initializer)
      return
    }
    if (!isTest) {
      if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
        const joined = jsxText(node)
        if (joined !== undefined) add(node, joined)
        else for (const child of node.children) if (ts.isJsxText(child)) add(child, child.text)
      }
      if (ts.isStringLiteralLike(node) && !(node.parent && ts.isJsxElement(node.parent))) add(node, node.text)
      if (ts.isTemplateExpression(node)) {
        add(node, node.head.text + node.templateSpans.map((span) => VALUE + span.literal.text).join(''))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  for (const comment of commentsOf(tree, source)) texts.push({ file, kind: 'comment', ...comment })
  return texts
}

/** Joins the text of an element with inline elements and values, or returns undefined if it has no text of its own. */
function jsxText(node: ts.JsxElement | ts.JsxFragment): string | undefined {
  if (!node.children.some((child) => ts.isJsxText(child) && /[a-z]/i.test(child.text))) return undefined
  const join = (children: readonly ts.JsxChild[]): string =>
    children
      .map((child) => {
        if (ts.isJsxText(child)) return child.text.replace(/\s*\n\s*/g, ' ')
        if (ts.isJsxExpression(child)) {
          const value = child.expression
          return value === undefined ? '' : ts.isStringLiteralLike(value) ? value.text : VALUE
        }
        return ts.isJsxElement(child) ? join(child.children) : VALUE
      })
      .join('')
  return join(node.children)
}

type Span = readonly [from: number, to: number]
/** Returns each comment as one text without its markers; lines of one block together. */
function commentsOf(tree: ts.SourceFile, source: string): { line: number; text: string }[] {
  const strings = stringsOf(tree)
  const found: { line: number; text: string; last: number; isLine: boolean }[] = []
  const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  let next = 0
  for (let match = comment.exec(source); match; match = comment.exec(source)) {
    while (next < strings.length && (strings[next] as Span)[1] <= match.index) next++
    const string = strings[next]
    if (string && string[0] <= match.index) {
      comment.lastIndex = string[1]
      continue
    }
    const isLine = match[0].startsWith('//')
    const text = plain(
      isLine
        ? match[0].slice(2).trim()
        : match[0]
            .slice(2, -2)
            .replace(/^\s*\*+ ?/gm, '')
            .replace(/\s+/g, ' ')
            .trim(),
    )
    if (/^(biome-ignore|@ts-|\/ <reference|@vite|#__|@__)/.test(text)) continue
    const line = tree.getLineAndCharacterOfPosition(match.index).line + 1
    const last = tree.getLineAndCharacterOfPosition(match.index + match[0].length).line + 1
    const before = found.at(-1)
    if (before?.isLine && isLine && before.last === line - 1) {
      before.text += ` ${text}`
      before.last = last
    } else found.push({ line, last, text, isLine })
  }
  return found.map(({ line, text }) => ({ line, text }))
}

/** Returns where `//` is no comment: in strings, templates, patterns and the text of elements, in order. */
function stringsOf(tree: ts.SourceFile): Span[] {
  const spans: Span[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      spans.push([ts.isJsxText(node) ? node.getFullStart() : node.getStart(tree), node.getEnd()])
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return spans
}

/** Returns whether a string in code is something to read: several words, or one that begins with a capital letter. */
function isProse(text: string): boolean {
  if (!/[A-Za-z]{2}/.test(text) || /[{}<>]|=>|::|\$\{|^\W*$|^[./#@]/.test(text)) return false
  // Class names, queries, headers.
  if (/^[a-z0-9:[\]()/.,_%&*!-]+( [a-z0-9:[\]()/.,_%&*!-]+)*$/.test(text) && !/[a-z]+ [a-z]+ [a-z]+[.?!]?$/.test(text))
    return false
  // Patterns, and columns and beginnings of queries.
  if (/\(\?[:=!<]|^\w+(\.\w+)? as \w+$|^(select|create|alter|grant|revoke|begin) /.test(text)) return false
  if (/\b(select|insert into|update|delete from|create|alter) .*\b(from|set|values|table|where|on)\b/.test(text))
    return false
  if (
    /(^|\s)(flex|grid|hidden|text-\w+|px-\d|py-\d|rounded|border|bg-\w+|max-md:\S+|w-full|items-\w+)(\s|$)/.test(text)
  )
    return false
  return / /.test(text) || /^[A-Z][a-z]+$/.test(text)
}
