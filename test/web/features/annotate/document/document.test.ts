import 'fake-indexeddb/auto'
import t from 'tap'
import type { Annotation, AnnotationOperation, OperationResult } from '../../../../../shared/contracts/annotations.ts'
import { newId } from '../../../../../shared/new-id.ts'
import { type Edit, edited, editOf } from '../../../../../web/features/annotate/document/edits.ts'
import { type AnnotationDocument, annotationNoun, restore } from '../../../../../web/features/annotate/document/noun.ts'
import { partOf } from '../../../../../web/features/annotate/document/without-newer.ts'
import { Disk } from '../../../../../web/sync/disk.ts'
import { Document } from '../../../../../web/sync/document.ts'
import type { OutboxListener } from '../../../../../web/sync/outbox.ts'
import type { SettledEdit, StoredEdit } from '../../../../../web/sync/stored-edit.ts'
import { UndoSteps } from '../../../../../web/sync/undo-steps.ts'

let browsers = 0
const person = { accountId: 'ana', name: 'Ana' }
const at = '2026-03-01T12:00:00.000Z'
const point = (x: number) => ({ kind: 'point' as const, x, y: 1 })
const creation = (x: number, annotationId = newId(), mediaId = 'one'): Extract<Edit, { kind: 'create' }> => ({
  kind: 'create',
  annotationId,
  mediaId,
  shape: point(x),
  labelId: null
})

/** A server that stores annotations by the rules of the contract, and an outbox that holds its edits until it is released. */
function world() {
  const stored = new Map<string, Annotation>()
  const waiting: StoredEdit[] = []
  const listeners = new Set<OutboxListener>()
  const left: string[] = []
  const disk = new Disk(`document-${++browsers}`)

  function answer(operation: AnnotationOperation): OperationResult {
    const before = stored.get(operation.annotationId)
    const isStale = operation.kind !== 'create' && before?.revision !== operation.revision
    const after = isStale ? before : edited(before, editOf(operation), { ...person, at })
    if (after && !isStale) stored.set(after.id, after)
    return { id: operation.id, outcome: isStale ? 'stale' : 'done', annotation: after ?? null, message: null }
  }

  const open = (received = async (list: Annotation[]) => list, steps = new UndoSteps<Edit>(disk, 'annotation p')): AnnotationDocument =>
    new Document({
      noun: annotationNoun,
      projectId: 'p',
      person,
      comparison: async () => ({ partOf }),
      onLeft: ids => left.push(...ids),
      load: mediaId => received([...stored.values()].filter(annotation => annotation.mediaId === mediaId && !annotation.removed)),
      loadOne: async id => stored.get(id) ?? Promise.reject(notFound),
      outbox: {
        add: async edits => {
          waiting.push(...edits.map(edit => ({ ...edit, madeAt: at, problem: null })))
        },
        all: async ({ subject }) => waiting.filter(edit => edit.subject === subject || edit.subject === ''),
        listen(_kind, _project, listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        }
      },
      steps
    })
  const settle = (results: SettledEdit[]) => {
    for (const listener of listeners) listener.settled(results)
  }
  /** Every open document is notified, like those in all pages of a browser. */
  const send = () => {
    const sent = waiting.splice(0)
    const results = sent.map(({ body }) => answer(body as AnnotationOperation))
    settle(results.map((result, place) => settled(result, sent[place]!.subject)))
    return results
  }
  return { stored, waiting, listeners, left, disk, open, send, settle, answer }
}

const notFound = Object.assign(new Error('The annotation was not found'), { code: 'NOT_FOUND' })

const settled = ({ id, outcome, annotation, message }: OperationResult, subject = 'one'): SettledEdit => ({
  ...{ id, subject, answer: annotation },
  problem: outcome === 'done' ? null : (message ?? 'The server did not save it')
})

const seen = (document: AnnotationDocument, mediaId = 'one') =>
  document.list(mediaId).map(({ id, shape, labelId, confidence, reviewState }) => ({ id, shape, labelId, confidence, reviewState }))

t.test('an edit is visible immediately, and stays visible when the server has it', async t => {
  const { open, send } = world()
  const document = open()
  await document.open('one')
  document.do('Draw point', 'one', [creation(1)])
  t.match(document.list('one'), [{ shape: point(1), revision: 1, annotator: 'Ana' }])
  send()
  t.match(document.list('one'), [{ shape: point(1), revision: 1 }])
  await document.refresh('one')
  t.equal(document.list('one').length, 1)
})

t.test('an unsent edit survives a reload', async t => {
  const { open, send } = world()
  const before = open()
  await before.open('one')
  const [a, b] = [creation(1), creation(2)]
  before.do('Draw', 'one', [a])
  send()
  before.do('Draw', 'one', [b])
  before.do('Move', 'one', [{ kind: 'revise', annotationId: a.annotationId, shape: point(7) }])

  const after = open()
  await after.begin()
  await after.open('one')
  t.same(seen(after), seen(before))
  before.close()
  t.equal(after.canUndo, 'Move')
  await after.undo()
  await after.undo()
  t.match(after.list('one'), [{ id: a.annotationId, shape: point(1) }])
  t.ok(
    send().every(({ outcome }) => outcome === 'done'),
    'in an order that the server accepts'
  )
})

t.test("a colleague's earlier edit wins, and one's own is removed", async t => {
  const { open, send, answer } = world()
  const document = open()
  await document.open('one')
  const made = creation(1)
  document.do('Draw', 'one', [made])
  send()
  answer({ id: newId(), kind: 'revise', annotationId: made.annotationId, revision: 1, shape: point(50) })
  document.do('Move', 'one', [{ kind: 'revise', annotationId: made.annotationId, shape: point(2) }])
  t.match(document.list('one'), [{ shape: point(2) }])
  t.match(send(), [{ outcome: 'stale' }])
  t.match(document.list('one'), [{ shape: point(50), revision: 2 }])
})

t.test('undo leaves the version of a colleague that won, and undoes the rest of the step', async t => {
  const { open, send, answer } = world()
  const document = open()
  await document.begin()
  await document.open('one')
  const [made, other] = [creation(1), creation(9)]
  document.do('Draw', 'one', [made, other])
  send()
  const moveOfColleague = (revision: number, x: number) =>
    answer({ id: newId(), kind: 'revise', annotationId: made.annotationId, revision, shape: point(x) })
  const move = (x: number): Edit[] => [made, other].map(({ annotationId }) => ({ kind: 'revise', annotationId, shape: point(x) }))
  const places = () => document.list('one').map(({ shape }) => shape)
  moveOfColleague(1, 50)
  document.do('Move both', 'one', move(2))
  t.match(send(), [{ outcome: 'stale' }, { outcome: 'done' }])
  await document.undo()
  t.match(send(), [{ outcome: 'done' }])
  t.same(places(), [point(50), point(9)])

  await document.redo()
  t.match(send(), [{ outcome: 'done' }])
  t.same(places(), [point(50), point(2)], 'nor does redo')

  document.do('Move one', 'one', move(3).slice(0, 1))
  send()
  moveOfColleague(3, 60)
  await document.undo()
  t.match(send(), [{ outcome: 'stale' }], 'an undo can be late too')
  t.equal(document.canRedo, null)
  t.same(places(), [point(60), point(2)])
  t.equal(document.canUndo, 'Move both')
})

t.test('undo and redo leave a shape or label that a colleague changed since, and revert the others', async t => {
  const { open, send, answer, left, waiting } = world()
  const document = open()
  await document.begin()
  await document.open('one')
  const [made, other] = [creation(1), creation(9)]
  const { annotationId } = made
  document.do('Draw', 'one', [made, other])
  document.do('Move and rate', 'one', [
    { kind: 'revise', annotationId, shape: point(2), confidence: 0.5 },
    { kind: 'revise', annotationId: other.annotationId, shape: point(8) }
  ])
  send()
  const colleague = async (change: Pick<Extract<Edit, { kind: 'revise' }>, 'shape' | 'labelId' | 'reviewState'>) => {
    answer({ id: newId(), kind: 'revise', annotationId, revision: document.get(annotationId)!.revision, ...change })
    await document.refresh('one')
  }
  await colleague({ shape: point(50) })
  t.equal(await document.undo(), 'one')
  t.match(send(), [{ outcome: 'done' }, { outcome: 'done' }])
  t.match(document.list('one'), [{ shape: point(50), confidence: null }, { shape: point(9) }])
  t.same(left.splice(0), [annotationId])
  t.equal(await document.undo(), 'one')
  t.match(document.list('one'), [{ id: annotationId, removed: false }], 'a drawn shape that a colleague moved stays')
  t.match(send(), [{ annotation: { id: other.annotationId, removed: true } }])
  t.same(left.splice(0), [annotationId])

  const relabel = (labelId: string) => document.do('Label', 'one', [{ kind: 'revise', annotationId, labelId }])
  relabel('crab')
  send()
  await colleague({ labelId: 'hermit' })
  await document.undo()
  t.match(document.get(annotationId), { labelId: 'hermit' })
  relabel('shrimp')
  send()
  await colleague({ reviewState: 'confirmed' })
  await document.undo()
  t.match(document.get(annotationId), { labelId: 'shrimp', reviewState: 'confirmed' }, 'nor does it end a review of the label')
  t.same(waiting, [])
  t.same(left, [annotationId, annotationId])
})

t.test('undo of a label and its review returns both while nobody changed them', async t => {
  const { open, send, left } = world()
  const document = open()
  await document.open('one')
  const made = { ...creation(1), labelId: 'crab' }
  const { annotationId } = made
  document.do('Draw', 'one', [made])
  document.do('Confirm', 'one', [{ kind: 'revise', annotationId, reviewState: 'confirmed' }])
  document.do('Label', 'one', [{ kind: 'revise', annotationId, labelId: 'hermit' }])
  send()
  await document.undo()
  t.match(document.get(annotationId), { labelId: 'crab', reviewState: 'confirmed' })
  await document.redo()
  t.match(document.get(annotationId), { labelId: 'hermit', reviewState: 'proposed' })
  for (let steps = 0; steps < 3; steps += 1) await document.undo()
  t.same([document.list('one'), left], [[], []])
  t.ok(send().every(({ outcome }) => outcome === 'done'))
})

t.test('a step whose image was deleted is dropped, and those before it can be undone', async t => {
  const { open, send } = world()
  const before = open()
  for (const image of ['one', 'two']) await before.open(image)
  before.do('Draw on one', 'one', [creation(1)])
  before.do('Draw on two', 'two', [creation(2, newId(), 'two')])
  send()
  let failure: Error | null = null
  const after = open(async list => {
    if (failure) throw failure
    return list
  })
  await after.begin()
  await after.open('one')
  failure = new Error('The server cannot be reached')
  await t.rejects(after.undo(), failure)
  t.equal(after.canUndo, 'Draw on two', 'a step that could not be read now stays')
  failure = Object.assign(new Error('The image was not found'), { code: 'NOT_FOUND' })
  await t.rejects(after.undo(), failure)
  t.same([after.canUndo, after.canRedo], ['Draw on one', null])
  t.equal(await after.undo(), 'one')
  t.same(after.list('one'), [])
})

t.test('a removed annotation that the server no longer has is not restored, and its step is dropped', async t => {
  const { open, send, stored, waiting, left } = world()
  const before = open()
  await before.open('one')
  const [kept, gone] = [creation(1), creation(2)]
  before.do('Draw', 'one', [kept, gone])
  before.do('Remove', 'one', [{ kind: 'remove', annotationId: gone.annotationId }])
  send()
  stored.delete(gone.annotationId)
  const after = open()
  await after.begin()
  await after.open('one')
  t.equal(await after.undo(), 'one')
  t.same([waiting, left, after.canUndo, after.canRedo], [[], [gone.annotationId], 'Draw', null])
})

t.test('an edit that was refused while no page was open is not undone', async t => {
  const { stored, open, send, answer, waiting } = world()
  const before = open()
  await before.begin()
  await before.open('one')
  const made = creation(1)
  before.do('Draw', 'one', [made])
  send()
  before.do('Move', 'one', [{ kind: 'revise', annotationId: made.annotationId, shape: point(2) }])
  before.close()
  answer({ id: newId(), kind: 'revise', annotationId: made.annotationId, revision: 1, shape: point(50) })
  for (const edit of waiting) edit.problem = 'Someone else was first'

  const after = open()
  await after.begin()
  t.equal(after.canUndo, 'Move')
  await after.open('one')
  t.equal(after.canUndo, 'Draw')
  t.match([...stored.values()], [{ shape: point(50) }])
})

t.test('edits on top of a refused edit are removed with it', async t => {
  const { open, send, answer, waiting, settle } = world()
  const document = open()
  await document.open('one')
  const [made, other] = [creation(1), creation(9)]
  document.do('Draw', 'one', [made, other])
  send()
  const { annotationId } = made
  answer({ id: newId(), kind: 'revise', annotationId, revision: 1, shape: point(50) })
  document.do('Move', 'one', [{ kind: 'revise', annotationId, shape: point(2) }])
  const [first] = waiting.splice(0)
  const result = { ...answer(first!.body as AnnotationOperation), message: 'Someone else was first' }
  document.do('Move on', 'one', [{ kind: 'revise', annotationId, shape: point(3) }])
  document.do('Move another', 'one', [{ kind: 'revise', annotationId: other.annotationId, shape: point(8) }])
  settle([settled(result)])
  t.match(document.list('one'), [{ shape: point(50), revision: 2 }, { shape: point(8) }])
})

t.test('a list loaded while an edit was answered does not revert the answer', async t => {
  const { stored, open, send } = world()
  const document = open()
  await document.open('one')
  const made = creation(1)
  document.do('Draw', 'one', [made])
  const loading = document.refresh('one') // reads the server's current list, which is empty
  send()
  await loading
  t.equal(stored.size, 1)
  t.match(document.list('one'), [{ id: made.annotationId }])
})

t.test('an edit counts once when a list contains it before its answer arrives', async t => {
  const { open, send, waiting, settle, answer } = world()
  const document = open()
  await document.open('one')
  const made = creation(1)
  const { annotationId } = made
  document.do('Draw', 'one', [made])
  send()
  document.do('Move', 'one', [{ kind: 'revise', annotationId, shape: point(2) }])
  const [move] = waiting.splice(0)
  const moved = answer(move!.body as AnnotationOperation)
  await document.refresh('one')
  t.match(document.list('one'), [{ shape: point(2), revision: 2 }], 'the list is correct')
  document.do('Move', 'one', [{ kind: 'revise', annotationId, shape: point(3) }])
  t.match(document.list('one'), [{ shape: point(3), revision: 3 }])
  settle([settled(moved)])
  t.match(send(), [{ outcome: 'done' }], 'and the next edit is based on it')
})

t.test('a removal is undone on the current version, even if a list without the annotation arrives before its answer', async t => {
  const { stored, open, send, waiting, settle, answer } = world()
  const document = open()
  await document.open('one')
  const { annotationId, ...made } = creation(1)
  document.do('Draw', 'one', [{ ...made, annotationId }])
  send()
  document.do('Move', 'one', [{ kind: 'revise', annotationId, shape: point(2) }])
  send()
  document.do('Remove', 'one', [{ kind: 'remove', annotationId }])
  const removed = answer(waiting.splice(0)[0]!.body as AnnotationOperation)
  await document.refresh('one')
  t.same(document.list('one'), [])
  await document.undo()
  t.match(document.list('one'), [{ shape: point(2) }])
  settle([settled(removed)])
  t.match(send(), [{ outcome: 'done' }])
  t.match(stored.get(annotationId), { removed: false, shape: point(2) })
})

t.test('an annotation gone from the server disappears when its edit was refused without details', async t => {
  const { stored, open, send, waiting, settle } = world()
  const document = open()
  await document.open('one')
  const made = creation(1)
  document.do('Draw', 'one', [made])
  send()
  document.do('Move', 'one', [{ kind: 'revise', annotationId: made.annotationId, shape: point(2) }])
  const [move] = waiting.splice(0)
  stored.clear()
  await document.refresh('one')
  settle([{ id: move!.id, subject: 'one', problem: 'It is gone', answer: null }])
  t.same(document.list('one'), [])
})

t.test('a removal is undone and redone after a reload', async t => {
  const { stored, open, send } = world()
  const before = open()
  await before.open('one')
  const { annotationId, ...made } = creation(1)
  before.do('Draw', 'one', [{ ...made, annotationId }])
  before.do('Move', 'one', [{ kind: 'revise', annotationId, shape: point(2) }])
  before.do('Remove', 'one', [{ kind: 'remove', annotationId }])
  send()
  before.close()

  const after = open()
  await after.begin()
  await after.open('one')
  await Promise.all([after.undo(), after.undo()])
  t.match(after.list('one'), [{ id: annotationId, shape: point(1) }], 'it is restored where it was drawn')
  await after.undo()
  t.ok(
    send().every(({ outcome }) => outcome === 'done'),
    'on the version of the server'
  )
  after.close()

  const later = open()
  await later.begin()
  await later.open('one')
  t.same(later.list('one'), [])
  await later.redo()
  t.match(send(), [{ outcome: 'done' }])
  t.match(stored.get(annotationId), { removed: false, shape: point(1) }, 'redrawn')
})

t.test('an unsent edit is applied to its own image only, and settles there', async t => {
  const { open, send } = world()
  const document = open()
  await document.open('one')
  document.do('Draw', 'one', [creation(1)])
  await document.open('two')
  t.same(document.list('two'), [])
  send()
  t.same(document.list('two'), [])
  t.match(document.list('one'), [{ revision: 1 }])
})

t.test('an edit by 0.1.0 without an image takes the image of its annotation', async t => {
  const { open, answer, waiting, settle } = world()
  const made = creation(1)
  answer({ id: newId(), ...made })
  const body = { id: newId(), kind: 'revise' as const, annotationId: made.annotationId, revision: 1, shape: point(4) }
  waiting.push({
    ...{ id: body.id, kind: 'annotation', project: 'p', subject: '', thing: made.annotationId },
    ...{ madeAt: at, body, problem: null }
  })
  const document = open()
  await document.open('two')
  await document.open('one')
  t.same(document.list('two'), [])
  t.match(document.list('one'), [{ shape: point(4), revision: 2 }])
  settle([settled({ ...answer(body), outcome: 'stale' }, '')])
  t.same(document.list('two'), [])
})

t.test('an edit answered while its image is loading does not stay unsent', async t => {
  const { open, send } = world()
  const first = open()
  await first.open('one')
  first.do('Draw', 'one', [creation(1)])
  const next = open(async list => {
    send()
    return list // as it was before
  })
  await next.open('one')
  t.match(next.list('one'), [{ shape: point(1), revision: 1 }])
  next.do('Move', 'one', [{ kind: 'revise', annotationId: next.list('one')[0]!.id, shape: point(2) }])
  t.match(send(), [{ outcome: 'done' }])
})

t.test('shapes drawn in another tab of this browser appear before the server has them', async t => {
  const { open, listeners, waiting } = world()
  const [here, there] = [open(), open()]
  await Promise.all([here.open('one'), there.open('one')])
  here.do('Draw', 'one', [creation(1)])
  for (const listener of listeners) listener.added(waiting)
  t.equal(there.list('one').length, 1)
  t.equal(here.list('one').length, 1, 'once')
})

t.test('an annotation removed by others can be restored and changed once it is reported, because no list contains it', async t => {
  const { open, send, answer } = world()
  const { annotationId, ...made } = creation(1)
  answer({ id: newId(), ...made, annotationId })
  const { annotation } = answer({ id: newId(), kind: 'remove', annotationId, revision: 1 })
  const document = open()
  await document.open('one')
  t.equal(document.get(annotationId), undefined)
  document.learn(annotation!)
  t.same(document.list('one'), [])
  document.do('Use my version', 'one', [
    { kind: 'restore', annotationId },
    { kind: 'revise', annotationId, shape: point(9) }
  ])
  t.match(send(), [{ outcome: 'done' }, { outcome: 'done' }])
  t.match(document.list('one'), [{ id: annotationId, shape: point(9), revision: 4 }])
  document.learn(annotation!)
  t.match(document.list('one'), [{ revision: 4 }], 'older versions are ignored')
  document.do('Remove', 'one', [{ kind: 'remove', annotationId }])
  restore(document, document.removed('one')[0]!)
  t.match(document.list('one'), [{ id: annotationId, removed: false }])
})

t.test('an image is read before it is shown; unchanged shapes are the same objects when it is read again', async t => {
  const { open, stored, answer } = world()
  const [left, moved] = [creation(1), creation(2)]
  for (const edit of [left, moved]) answer({ id: newId(), ...edit })
  const document = open()
  await document.prepare('one')
  t.equal(document.list('one').length, 2)
  const before = new Map(document.list('one').map(({ id, shape }) => [id, shape]))
  for (const [id, annotation] of stored) stored.set(id, structuredClone(annotation))
  answer({ id: newId(), kind: 'revise', annotationId: moved.annotationId, revision: 1, shape: point(3) })
  await document.open('one')
  const after = new Map(document.list('one').map(({ id, shape }) => [id, shape]))
  t.equal(after.get(left.annotationId), before.get(left.annotationId))
  t.same(after.get(moved.annotationId), point(3))
})

t.test('an image that cannot be prefetched is read when it is shown', async t => {
  let isOffline = true
  const { open, answer } = world()
  answer({ id: newId(), ...creation(1) })
  const document = open(async list => {
    if (isOffline) throw new Error('offline')
    return list
  })
  await document.prepare('one')
  t.notOk(document.isOpen('one'))
  isOffline = false
  await document.open('one')
  t.equal(document.list('one').length, 1)
})

/** Draws on an image, and begins an undo in a document that has to read it first. */
async function waitingUndo() {
  const { open, disk } = world()
  const steps = new UndoSteps<Edit>(disk, 'annotation p')
  const before = open(undefined, steps)
  await before.open('one')
  before.do('Draw', 'one', [creation(1)])
  const document = open(undefined, steps)
  const undone = document.undo()
  return { steps, before, document, undone }
}

t.test('an undo that waits for its image leaves steps of other kinds alone', async t => {
  const { steps, undone } = await waitingUndo()
  steps.push({ kind: 'suggestion', name: 'Reject', subject: 'two', edits: [], inverse: [] })
  t.equal(await undone, null)
  t.equal(steps.lastDone?.name, 'Reject')
})

t.test('an undo that waits for its image leaves a newer step alone', async t => {
  const { steps, before, document, undone } = await waitingUndo()
  before.do('Draw again', 'one', [creation(2)])
  t.equal(await undone, null)
  t.equal(steps.lastDone?.name, 'Draw again')
  t.equal(await document.undo(), 'one')
  t.equal(steps.lastDone?.name, 'Draw')
})

t.test('a step on an object that the server no longer has does not block earlier undo steps', async t => {
  const { open, stored, send, disk } = world()
  const steps = new UndoSteps<Edit>(disk, 'annotation p')
  const before = open(undefined, steps)
  await before.open('one')
  const [first, second] = [creation(1), creation(2)]
  before.do('Draw', 'one', [first])
  before.do('Draw', 'one', [second])
  send()
  stored.delete(second.annotationId)
  const document = open(undefined, steps)
  t.equal(await document.undo(), 'one')
  t.equal(await document.undo(), 'one')
  t.same(document.list('one'), [])
})

t.test('undo and redo cover the whole history, across images', async t => {
  for (let seed = 1; seed <= 30; seed++) {
    const { open, send } = world()
    const document = open()
    await document.open('one')
    await document.open('two')
    const random = generator(seed)
    const states = [[seen(document, 'one'), seen(document, 'two')]]
    for (let step = 0; step < 25; step++) {
      const mediaId = random() < 0.7 ? 'one' : 'two'
      document.do('Step', mediaId, anyEdits(document, mediaId, random))
      if (random() < 0.3) send()
      states.push([seen(document, 'one'), seen(document, 'two')])
    }
    const distinct = states.filter((state, index) => index === 0 || JSON.stringify(state) !== JSON.stringify(states[index - 1]))
    while (document.canUndo) await document.undo()
    t.same([seen(document, 'one'), seen(document, 'two')], states[0], `undone to the start (seed ${seed})`)
    while (document.canRedo) await document.redo()
    t.same([seen(document, 'one'), seen(document, 'two')], distinct.at(-1), `redone to the end (seed ${seed})`)
    t.ok(
      send().every(({ outcome }) => outcome === 'done'),
      'and the server received every edit'
    )
    t.same([seen(document, 'one'), seen(document, 'two')], distinct.at(-1))
  }
})

function anyEdits(document: AnnotationDocument, mediaId: string, random: () => number): Edit[] {
  const there = document.list(mediaId)
  const chosen = there[Math.floor(random() * there.length)]
  if (!chosen || random() < 0.4) return [creation(Math.floor(random() * 100), newId(), mediaId)]
  if (random() < 0.25) return [{ kind: 'remove', annotationId: chosen.id }]
  const annotationId = chosen.id
  if (random() < 0.5) return there.map(({ id }) => ({ kind: 'revise', annotationId: id, labelId: `label-${Math.floor(random() * 3)}` }))
  return random() < 0.5
    ? [{ kind: 'revise', annotationId, shape: point(Math.floor(random() * 100)), confidence: 0.5 }]
    : [{ kind: 'revise', annotationId, reviewState: 'confirmed' }]
}

/** Generator of random numbers (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
