import t from 'tap'
import type { Piece } from '../../../../scripts/vite/chunks/draft.ts'
import { loadsOf } from '../../../../scripts/vite/chunks/loads.ts'
import { mergeParts, type Part } from '../../../../scripts/vite/chunks/merge.ts'

const piece = (name: string, size: number, ...imports: Piece[]): Piece => ({ modules: [name], size, hasStyles: false, imports })
const isNever = () => false
const prices = { ofFile: 100, ofLoader: () => 1 }
const namesOf = (parts: Part[]) =>
  parts
    .map(part =>
      part.pieces
        .flatMap(piece => piece.modules)
        .sort((a, b) => (a < b ? -1 : 1))
        .join(' ')
    )
    .sort((a, b) => (a < b ? -1 : 1))

t.test('modules with the same loaders form one part', async t => {
  const pieces = [piece('icon', 10_000), piece('hook', 10_000), piece('other', 10_000)]
  const loads = new Map([
    ['page', new Set(pieces.slice(0, 2))],
    ['screen', new Set(pieces)]
  ])
  t.same(namesOf(mergeParts(pieces, loads, isNever, prices)), ['hook icon', 'other'])
})

t.test('a small part is merged into another, a large one is not', async t => {
  const [shared, small, large] = [piece('shared', 50), piece('small', 10), piece('large', 1_000)]
  const loads = new Map([
    ['one', new Set([shared, small, large])],
    ['two', new Set([shared])]
  ])
  t.same(namesOf(mergeParts([shared, small], loads, isNever, prices)), ['shared small'])
  t.same(namesOf(mergeParts([shared, large], loads, isNever, prices)), ['large', 'shared'])
})

t.test('dependencies of a part are counted: its loaders load them too', async t => {
  const library = piece('library', 5_000)
  const [field, dialog] = [piece('field', 10), piece('dialog', 10, library)]
  const loads = new Map([
    ['login', new Set([field])],
    ['screen', new Set([field, dialog, library])]
  ])
  t.same(namesOf(mergeParts([field, dialog, library], loads, isNever, prices)), ['dialog library', 'field'])
})

t.test('two parts are not merged around a third, which would need them and be needed', async t => {
  const low = piece('low', 10)
  const middle = piece('middle', 100_000, low)
  const high = piece('high', 10, middle)
  const loads = new Map([
    ['one', new Set([low, middle, high])],
    ['two', new Set([low, middle])],
    ['three', new Set([low])]
  ])
  const isMiddle = (part: Part) => part.pieces.includes(middle)
  t.same(namesOf(mergeParts([low, middle, high], loads, isMiddle, prices)), ['high', 'low', 'middle'])
})

t.test('a late part contains only what every place that opens it lacks', async t => {
  const [entry, frame, icon] = [piece('entry', 1), piece('frame', 1), piece('icon', 1)]
  const [screen, otherScreen, dialog] = [piece('screen', 1, icon), piece('other-screen', 1), piece('dialog', 1)]
  const importersOf = new Map([
    ['frame', new Set(['entry'])],
    ['screen', new Set(['entry'])],
    ['other-screen', new Set(['entry'])],
    ['dialog', new Set(['screen', 'other-screen'])]
  ])
  const draft = { pieces: [entry, frame, icon, screen, otherScreen, dialog], entry: 'entry', importersOf }
  const loads = loadsOf(draft, module => (module.endsWith('screen') ? 'frame' : undefined))
  t.same(loads.get('screen'), new Set([entry, frame, screen, icon]))
  t.same(loads.get('dialog'), new Set([entry, frame, dialog]))
})
