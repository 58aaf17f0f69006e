import t from 'tap'
import { bytesPerVector, featuresOfImage } from '../../../../server/backend/ai/features-of-image.ts'
import { featureSet, geometryHash } from '../../../../server/backend/ai/geometry.ts'
import { dimensions } from '../../../../server/backend/ai/learning/features.ts'
import { liveSuggestionsOf, unlessBusy } from '../../../../server/backend/ai/live-suggestions.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { LiveSuggestions } from '../../../../shared/contracts/image-suggestions.ts'
import { forEachDatabase, type Person } from '../../../support/backend.ts'
import { texturedProject } from '../../../support/textured-project.ts'

const scene = { sites: 1, imagesPerSite: 6, unlabelledImages: 1 }

t.test('an answer that takes too long states that the server is busy', async t => {
  const endless = (signal: AbortSignal) =>
    new Promise<LiveSuggestions>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const gone = new AbortController()
  t.match(await unlessBusy(10, gone.signal, endless), { items: [], reason: 'busy' })
  const waiting = unlessBusy(60_000, gone.signal, endless)
  gone.abort(new Error('nobody waits'))
  await t.rejects(waiting, { message: 'nobody waits' })
  await t.rejects(
    unlessBusy(60_000, new AbortController().signal, () => Promise.reject(new Error('unreadable'))),
    { message: 'unreadable' }
  )
})

await forEachDatabase(t, (t, database) => {
  t.test('an image gets suggestions from the labels of its project, and no suggestion is stored', async t => {
    const { owner, truth, unlabelledMedia, run, storage, labelIds } = await texturedProject(t, { database, ...scene })
    const { db } = storage
    const [mediaId = ''] = unlabelledMedia
    const live = async () => (await owner.get(`/media/${mediaId}/live-suggestions`)).json<LiveSuggestions>()
    t.same(await live(), { items: [], reason: 'notPrepared', classCount: 0, labelCount: 0, missing: 144, isCalibrated: false })

    await run({ task: 'similar' })
    const found = await live()
    t.match(found, { reason: null, classCount: 5, labelCount: 144, missing: 0, isCalibrated: true })
    t.equal(found.items.length, 24)
    const right = found.items.filter(({ annotationId, labelId }) => labelIds[truth.get(annotationId)!] === labelId).length
    t.ok(right >= 18, `${right} of 24 are right`)
    t.same(await live(), found, 'the same labels give the same suggestions')
    const counts = await Promise.all([
      db.selectFrom('ai_suggestion').select('id').execute(),
      db.selectFrom('ai_model_version').select('id').execute()
    ])
    t.same(counts, [[], []], 'neither a suggestion nor a model is stored')

    const byHand = await suggestedByHand()
    for (const { annotationId, labelId, probability } of found.items) {
      const other = byHand.get(annotationId)!
      t.equal(other.labelId, labelId, 'as computed independently')
      t.ok(Math.abs(other.probability - probability) < 5e-3, `${other.probability} and ${probability}`)
    }

    /** Most probable label of each unlabelled point, from the formulas in plain double precision. */
    async function suggestedByHand() {
      const annotations = await db.selectFrom('annotation').select(['id', 'media_id', 'shape', 'label_id']).orderBy('id', 'desc').execute()
      const features = await db.selectFrom('ai_feature').selectAll().where('feature_set', '=', featureSet).execute()
      const all = annotations.map(({ id, media_id: mediaId, shape, label_id: labelId }) => {
        const row = features.find(each => each.media_id === mediaId && each.geometry_hash === geometryHash(shape ?? ''))!
        return { id, mediaId, labelId, x: Array.from(new Float16Array(new Uint8Array(row.vector).buffer)) }
      })
      const labelled = all.filter(({ labelId }) => labelId !== null)
      const scales = Array.from({ length: dimensions }, (_, column) => {
        const values = labelled.map(({ x }) => x[column]!)
        const mean = average(values)
        return { mean, deviation: Math.max(1e-3, Math.sqrt(average(values.map(value => (value - mean) ** 2)))) }
      })
      for (const each of all)
        each.x = each.x.map((value, column) => Math.max(-6, Math.min(6, (value - scales[column]!.mean) / scales[column]!.deviation)))
      const images = [...new Set(labelled.map(({ mediaId }) => mediaId))]
      const isHeld = ({ mediaId }: { mediaId: string }) => images.indexOf(mediaId) % 5 === 0
      const held = labelled.filter(isHeld)
      const logitsOfFitted = discriminant(labelled.filter(each => !isHeld(each)))
      const heldLogits = held.map(({ x }) => logitsOfFitted(x))
      const lossAt = (log: number) =>
        -average(
          held.map(({ labelId }, index) =>
            Math.log(soft(heldLogits[index]!, Math.exp(log)).find(each => each.labelId === labelId)!.probability)
          )
        )
      const logs = Array.from({ length: 10_001 }, (_, step) => -6 + step / 1000)
      const losses = logs.map(lossAt)
      const temperature = Math.exp(logs[losses.indexOf(Math.min(...losses))]!)
      const logitsOf = discriminant(labelled)
      return new Map(
        all.flatMap(({ id, labelId, x }) =>
          labelId === null ? [[id, soft(logitsOf(x), temperature).sort((one, other) => other.probability - one.probability)[0]!]] : []
        )
      )
    }
  })

  t.test('the features of a large image are stored in pieces, so that work that is ended goes on from there', async t => {
    const { unlabelledMedia, storage } = await texturedProject(t, { database, sites: 0, unlabelledImages: 1 })
    const { db } = storage
    const [mediaId = ''] = unlabelledMedia
    const shapes = Array.from({ length: 1200 }, (_, x) => JSON.stringify({ kind: 'point', x, y: 1 }))
    const pieces: number[] = []
    const runs =
      (most: number) =>
      async (_task: string, { places }: { places: unknown[] }) => {
        if (pieces.length === most) throw new Error('took too long')
        pieces.push(places.length)
        return new Uint8Array(places.length * bytesPerVector).fill(pieces.length)
      }
    const made = (most: number) =>
      featuresOfImage({ db, blobs: { localPath: async () => '' } as never, run: runs(most) as never }, mediaId, shapes)
    await t.rejects(made(1), { message: 'took too long' })
    const vectors = await made(9)
    t.same(pieces, [500, 500, 200], 'no crop is computed twice')
    t.same(
      [0, 499, 500, 999, 1000, 1199].map(place => vectors[place * bytesPerVector]),
      [1, 1, 2, 2, 3, 3]
    )
  })

  t.test('live suggestions are refused or explained', async t => {
    const { owner, project, unlabelledMedia, labelIds, storage, signUp, unlabelled } = await texturedProject(t, {
      database,
      ...scene,
      imagesPerSite: 1
    })
    const { db } = storage
    const [mediaId = ''] = unlabelledMedia
    const ask = (id: string, by: Person = owner) => by.get(`/media/${id}/live-suggestions`)
    const [editor, viewer, bo, cy, stranger] = (await Promise.all(
      ['ed', 'vi', 'bo', 'cy', 'di'].map(name => signUp(`${name}@lab.example`))
    )) as [Person, Person, Person, Person, Person]
    for (const { email } of [editor, bo, cy]) await owner.post(`/projects/${project.id}/members`, { email, role: 'editor' })
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await ask(mediaId, stranger)).statusCode, 404)
    t.equal((await ask('missing')).statusCode, 404)
    t.match((await ask(mediaId, viewer)).json(), { status: 403, code: 'ROLE_NEEDED' })
    t.match((await ask(mediaId, editor)).json(), { reason: 'notPrepared', missing: 24 })

    const [labelled] = await db.selectFrom('annotation').select('media_id').where('label_id', 'is not', null).execute()
    t.match((await ask(labelled!.media_id)).json(), { items: [], reason: 'nothingUnlabelled' })
    await db.updateTable('annotation').set({ origin: 'accepted' }).where('label_id', '<>', labelIds[0]!).execute()
    t.match((await ask(mediaId)).json(), { items: [], reason: 'tooFewLabels' }, 'accepted labels are not learnt from')
    const pool = { take: () => Promise.reject(new Error('another turn')) } as never
    const sight = { projectId: project.id, accountId: owner.id, role: 'owner', blind: null } as never
    const { signal } = new AbortController()
    const waiting = liveSuggestionsOf({ db, blobs: {} as never, pool, signal }, sight, mediaId)
    await t.rejects(waiting, { message: 'another turn' }, 'labels are read only in the turn of the person')
    await db.updateTable('media').set({ state: 'failed' }).where('id', '=', mediaId).execute()
    t.match((await ask(mediaId)).json(), { items: [], reason: 'imageNotReady' })
    await db.updateTable('media').set({ state: 'ready' }).where('id', '=', mediaId).execute()

    const times = { startsAt: new Date(Date.now() + 60_000).toISOString(), endsAt: '2999-01-01T00:00:00Z' }
    const round = { name: 'Blind', images: { kind: 'all' }, memberIds: [bo.id, cy.id], ...times }
    t.equal((await owner.post(`/projects/${project.id}/annotation-sessions`, round)).statusCode, 201)
    await db.updateTable('annotation_session').set({ starts_at: '2020-01-01T00:00:00.000Z' }).execute()
    t.match((await ask(mediaId, bo)).json(), { status: 409, code: 'WORKING_BLIND' })
    t.equal((await ask(mediaId, editor)).statusCode, 200)

    await db.updateTable('media').set({ removed_at: '2026-06-04T07:12:00.000Z' }).where('id', '=', mediaId).execute()
    t.equal((await ask(mediaId)).statusCode, 404, 'an image in the bin')
    t.ok(unlabelled.length > 0)
  })

  t.test('a label given beside a live suggestion has its origin, and only a person’s own label is learnt from', async t => {
    const { owner, project, unlabelled, unlabelledMedia, run, labelIds, storage } = await texturedProject(t, {
      database,
      ...scene,
      imagesPerSite: 2
    })
    await run({ task: 'similar' })
    const live = async () => (await owner.get(`/media/${unlabelledMedia[0]}/live-suggestions`)).json<LiveSuggestions>()
    const annotation = async (id: string) => (await owner.get(`/annotations/${id}`)).json<Annotation>()
    const revise = async (annotationId: string, change: object) => {
      const { revision } = await annotation(annotationId)
      const operations = [{ id: newId(), kind: 'revise', annotationId, revision, ...change }]
      const answer = await owner.post(`/projects/${project.id}/annotations/operations`, { operations })
      t.match(answer.json(), { results: [{ outcome: 'done' }] })
      return annotation(annotationId)
    }
    const [first = '', second = '', third = ''] = unlabelled
    const [sand = '', coral = '', merged = ''] = labelIds
    const { labelCount } = await live()

    t.match(await revise(first, { labelId: sand, shownLabelId: sand }), { origin: 'accepted', suggestionId: null })
    t.match(await live(), { labelCount }, 'what the machine said does not become an example')
    t.match(await revise(first, { labelId: null }), { origin: null }, 'undone')
    t.match(await revise(first, { confidence: 0.5, shownLabelId: sand }), { origin: null, labelId: null }, 'without a label')

    t.match(await revise(second, { labelId: sand, shownLabelId: coral }), { origin: 'human_seen', suggestionId: null })
    t.match(await live(), { labelCount: labelCount + 1 })
    t.match(await revise(second, { labelId: sand, shownLabelId: sand }), { origin: 'human_seen' }, 'the label is the same as before')
    t.match(await revise(third, { labelId: sand }), { origin: 'human' })

    const undo = { reviewState: 'proposed', isUndo: true }
    await revise(first, { labelId: sand, shownLabelId: sand })
    t.match(await revise(first, { labelId: coral }), { origin: 'human_seen' }, 'a correction')
    t.match(
      await revise(first, { labelId: sand, ...undo }),
      { origin: 'accepted' },
      'its undo does not make an accepted label a person’s own'
    )
    t.match(await revise(first, { labelId: coral, ...undo }), { origin: 'human_seen' })
    await revise(first, { labelId: null })
    t.match(await revise(third, { labelId: coral, shownLabelId: coral }), { origin: 'accepted' })
    t.match(await revise(third, { labelId: sand, ...undo }), { origin: 'human' }, 'the label of before the acceptance')
    const { versions } = (await owner.get(`/annotations/${third}/history`)).json()
    t.ok(versions.length > 2 && versions.every((version: object) => !('origin' in version)), 'the history shows no origins')
    await storage.db
      .updateTable('annotation_version')
      .set({ state: JSON.stringify({ labelId: coral }) })
      .where('annotation_id', '=', third)
      .execute()
    t.match(await revise(third, { labelId: coral, ...undo }), { origin: 'human' }, 'a revision stored before has no origin')
    await revise(third, { labelId: sand })
    t.equal((await live()).items.length, 22)

    await revise(second, { labelId: null })
    t.match(await revise(second, { labelId: merged, shownLabelId: merged }), { origin: 'accepted' })
    t.match(await revise(second, { labelId: sand }), { origin: 'human_seen' })
    const { revision } = (await owner.get(`/labels/${merged}`)).json()
    await owner.post(`/labels/${merged}/merge`, { revision, into: coral })
    t.match(
      await revise(second, { labelId: coral, ...undo }),
      { origin: 'accepted' },
      'an undo returns to the label that it was merged into'
    )
    t.match(await revise(first, { labelId: coral, shownLabelId: merged }), { origin: 'accepted' }, 'a merged label is the same label')
    const operation = { id: newId(), kind: 'revise', annotationId: first, revision: 1, labelId: sand, shownLabelId: 7 }
    t.equal((await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [operation] })).statusCode, 422)
  })
})

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function soft(logits: ReadonlyMap<string, number>, temperature: number) {
  const largest = Math.max(...logits.values())
  const powers = Array.from(logits, ([labelId, logit]) => ({ labelId, power: Math.exp((logit - largest) / temperature) }))
  const sum = powers.reduce((total, { power }) => total + power, 0)
  return powers.map(({ labelId, power }) => ({ labelId, probability: power / sum }))
}

/** Shrunk discriminant analysis by its formulas, solved with Gaussian elimination. @returns logits by label */
function discriminant(rows: readonly { labelId: string | null; x: number[] }[]) {
  const shrinkage = 0.4 // fewer than 400 rows
  const groups = [...Map.groupBy(rows, ({ labelId }) => labelId ?? '')].map(([labelId, of]) => ({
    labelId,
    share: of.length / rows.length,
    mean: Array.from({ length: dimensions }, (_, column) => average(of.map(({ x }) => x[column]!)))
  }))
  const meanOf = new Map(groups.map(({ labelId, mean }) => [labelId, mean]))
  const apart = rows.map(({ labelId, x }) => x.map((value, column) => value - meanOf.get(labelId ?? '')![column]!))
  const covariance = Array.from({ length: dimensions }, (_, one) =>
    Array.from({ length: dimensions }, (_, other) => apart.reduce((sum, x) => sum + x[one]! * x[other]!, 0) / rows.length)
  )
  const level = average(covariance.map((row, index) => row[index]!))
  const shrunk = covariance.map((row, one) => row.map((value, other) => value * (1 - shrinkage) + (one === other ? shrinkage * level : 0)))
  const weights = solved(
    shrunk,
    groups.map(({ mean }) => mean)
  )
  return (x: readonly number[]) =>
    new Map(
      groups.map(({ labelId, mean, share }, place) => {
        const product = (one: readonly number[]) => one.reduce((sum, value, column) => sum + value * weights[place]![column]!, 0)
        return [labelId, product(x) - product(mean) / 2 + Math.log(share)]
      })
    )
}

/** Solves A·w = m for each right side m. */
function solved(matrix: readonly number[][], rights: readonly number[][]): number[][] {
  const rows = matrix.map((row, index) => [...row, ...rights.map(right => right[index]!)])
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row, index) => (Math.abs(row[column]!) > Math.abs(rows[best]![column]!) ? index + column : best), column)
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    const head = rows[column]!
    for (const [index, row] of rows.entries()) {
      if (index === column) continue
      const factor = row[column]! / head[column]!
      for (let at = column; at < row.length; at++) row[at] = row[at]! - factor * head[at]!
    }
  }
  return rights.map((_, place) => rows.map((row, index) => row[rows.length + place]! / row[index]!))
}
