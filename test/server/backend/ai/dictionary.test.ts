import t from 'tap'
import type { AnalysisTasks } from '../../../../server/backend/ai/analysis-tasks.ts'
import { featureSet } from '../../../../server/backend/ai/geometry.ts'
import { learnVersion } from '../../../../server/backend/ai/learn-version.ts'
import { dimensions } from '../../../../server/backend/ai/learning/features.ts'
import { tryDictionary } from '../../../../server/backend/ai/try-dictionary.ts'
import type { Embedders } from '../../../../server/backend/ai/uploaded/embedders.ts'
import type { Run } from '../../../../server/backend/children/child-pool.ts'
import type { BackendConfig } from '../../../../server/backend/config.ts'
import { everything } from '../../../../server/backend/projects/scope.ts'
import { openDiskBlobs } from '../../../../server/backend/storage/blobs-disk.ts'
import type { ModelCard, ModelVersion } from '../../../../shared/contracts/ai-models.ts'
import { dictionaryLabels } from '../../../../shared/limits.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { texturedProject } from '../../../support/textured-project.ts'

const quiet = { signal: new AbortController().signal, progress: async () => {}, hold: async () => {} }

const noEmbedders: Embedders = { featuresOf: () => Promise.reject(new Error('no embedding model is used')), end: async () => {} }

/** Turns of one run of a backend. */
const turnOf =
  ({ pictures }: Pick<BackendConfig, 'pictures'>, signal?: AbortSignal) =>
  <T>(work: (run: Run<AnalysisTasks>) => Promise<T>) =>
    pictures!.analysis.take('one run', work, signal)

await forEachDatabase(t, (t, database) => {
  // Long: the life of two versions with different features, side by side.
  t.test('a version learns with a dictionary, beside one without', { timeout: 600_000 }, async t => {
    const scene = await texturedProject(t, { database, sites: 42, unlabelledImages: 1 })
    const { owner, project, labelIds, truth, run, suggestions, storage } = scene
    const { db } = storage
    const card = async (id: string | null) => (await owner.get(`/ai/models/${id}`)).json<ModelCard>()
    const learnWith = (body: object = {}) => owner.post(`/projects/${project.id}/ai/runs`, { features: 'dictionary', ...body })
    t.match((await owner.get(`/projects/${project.id}/ai`)).json(), { labels: 1008, labelledAreas: 0 })

    const setAside = async (at: string | null) =>
      db.updateTable('media').set({ removed_at: at }).where('file_name', '=', 'site-3-300.png').execute()
    await setAside('2026-06-04T07:12:00.000Z')
    const refused = (await learnWith()).json()
    t.match(refused, { status: 422, code: 'TOO_FEW_FOR_DICTIONARY', detail: /at least 1,000 .* has 984/ }, `fewer than ${dictionaryLabels}`)
    t.equal((await db.selectFrom('ai_run').select('id').execute()).length, 0, 'no run is left of a refusal')
    await setAside(null)

    const first = await run({ features: 'standard' })
    const one = await card(first.modelVersionId)
    t.match(one, { featureSet, dictionary: null, promotions: [{ reason: 'first' }] })
    t.match(first.provenance, { modelVersion: { featureSet, dictionary: null } })
    t.notOk('features' in (first.provenance.options as object))
    const before = await suggestions(first.id)

    for (const [body, path] of [
      [{ task: 'check' }, '/features'],
      [{ modelVersionId: one.id }, '/features'],
      [{ features: 'other' }, '/features']
    ] as const) {
      const answer = await learnWith(body)
      t.match([answer.statusCode, answer.json().errors?.[0]?.path], [422, path], JSON.stringify(body))
    }
    const applied = await run({ features: 'dictionary' })
    t.equal(applied.modelVersionId, one.id)
    t.notOk('features' in (applied.provenance.options as object), 'the version in use is applied as it is')

    const second = await run({ learn: true, features: 'dictionary' })
    t.match(second, { state: 'done', suggestionCount: 24, imagesFailed: 0 })
    const versions = (await owner.get(`/projects/${project.id}/ai/models`)).json<{ items: ModelVersion[] }>().items
    t.equal(versions.length, 2)
    const two = await card(versions[0]!.id)
    t.match(two, {
      featureSet: /^hc2-1\+dict128-1-[0-9a-f]{32}\/pixels-1$/,
      dictionary: { isUsed: true, recipe: 'dict128-1', sha256: /^[0-9a-f]{64}$/, patchCount: 20_000 },
      counts: one.counts
    })
    const { comparison, sha256, imageCount } = two.dictionary!
    t.ok(two.featureSet.includes(sha256!.slice(0, 32)))
    t.equal(imageCount, two.counts.training / 24, 'one for each image of the training split, and none of the others')
    t.equal(comparison!.count, two.counts.training)
    t.ok(comparison!.dictionary > comparison!.standard && comparison!.dictionary > 0.6, JSON.stringify(comparison))
    t.ok(two.report!.accuracy.value > 0.6, `correct on other sites: ${two.report!.accuracy.value}`)
    t.match(two.promotions, [{ isPromoted: true, reason: 'better', comparison: { versionId: one.id, count: two.report!.count } }])
    t.match(second.provenance, {
      options: { backOff: 0.7, features: 'dictionary' },
      modelVersion: { id: two.id, seed: two.seed, featureSet: two.featureSet, dictionary: two.dictionary, sha256: two.sha256 }
    })
    const isRight = ({ annotationId, labelId }: { annotationId: string | null; labelId: string }) =>
      labelIds[truth.get(annotationId ?? '') ?? -1] === labelId
    const after = await suggestions(second.id)
    t.ok(after.filter(isRight).length > 0.6 * after.length, 'the suggestions use the dictionary too')

    const again = await run({ modelVersionId: one.id })
    t.equal(again.modelVersionId, one.id)
    t.same(
      (await suggestions(again.id)).map(({ annotationId, labelId, probability }) => [annotationId, labelId, probability]),
      before.map(({ annotationId, labelId, probability }) => [annotationId, labelId, probability]),
      'the version with the standard features runs as before'
    )
    const stored = await db.selectFrom('ai_feature').select(['feature_set', 'vector']).execute()
    t.ok(stored.every(({ feature_set: set, vector }) => set === featureSet && vector.length === 2 * dimensions))
  })
})

// These compute for half a minute, and read nothing else from a database than the test above.
t.test('the same labels and seed give the same dictionary and version, and versions with a dictionary are compared', async t => {
  const { owner, project, config, storage } = await texturedProject(t, { database: 'sqlite', sites: 10, unlabelledImages: 0 })
  const sight = everything(project.id, 'a test')
  const blobs = await openDiskBlobs(config.dataDir)
  const work = { db: storage.db, blobs, turn: turnOf(config), embedders: noEmbedders, signal: quiet.signal, context: quiet, sight }
  const learnOne = async (features?: 'dictionary') => {
    const usedId = await learnVersion(work, { id: 'one run', createdBy: owner.id, task: 'label', features, embeddingModelId: null }, '0')
    const { items } = (await owner.get(`/projects/${project.id}/ai/models`)).json<{ items: ModelVersion[] }>()
    return { usedId, card: (await owner.get(`/ai/models/${items[0]!.id}`)).json<ModelCard>() }
  }
  const { card: one } = await learnOne('dictionary')
  t.match(one, { number: 1, isPromoted: true, dictionary: { isUsed: true, sha256: /^[0-9a-f]{64}$/ } })
  const { usedId, card: two } = await learnOne('dictionary')
  t.equal(usedId, one.id, 'the version in use stays, because the other one is the same')
  t.match(two, { number: 2, dictionary: one.dictionary!, sha256: one.sha256, seed: one.seed, snapshotSha256: one.snapshotSha256 })
  const against = two.promotions[0]!.comparison!
  t.match(against, { versionId: one.id, count: two.report!.count, macroF1: against.otherMacroF1, difference: { value: 0 } })
  const { card: three } = await learnOne()
  t.match(three, {
    number: 3,
    featureSet,
    dictionary: null,
    promotions: [{ comparison: { versionId: one.id, count: three.report!.count } }]
  })
  t.equal(three.promotions[0]!.comparison!.otherMacroF1, against.macroF1, 'the dictionary of the other version was used for it')
})

t.test('a dictionary is not used where it cannot be compared, and its learning can be stopped', async t => {
  const { config, storage } = await texturedProject(t, { database: 'sqlite', sites: 2, unlabelledImages: 0 })
  const { db } = storage
  const annotations = await db.selectFrom('annotation').select(['media_id', 'shape', 'label_id']).orderBy('id').execute()
  const rows = annotations.map(({ media_id, shape }) => ({ media_id, shape: shape ?? '', part: 0 }))
  const images = [...new Set(rows.map(({ media_id: id }) => id))]
  const labels = [...new Set(annotations.map(({ label_id: id }) => id))]
  const lesson = {
    ...{ vectors: new Uint8Array(rows.length * 2 * dimensions), columns: dimensions, classes: labels.length, seed: 5 },
    labels: Int32Array.from(annotations, ({ label_id: id }) => labels.indexOf(id)),
    parts: new Uint8Array(rows.length),
    groups: Int32Array.from(rows, ({ media_id: id }) => images.indexOf(id)),
    images: Int32Array.from(rows, ({ media_id: id }) => images.indexOf(id))
  }
  const steps: number[] = []
  const work = { db, blobs: await openDiskBlobs(config.dataDir), turn: turnOf(config) }
  const context = { ...quiet, progress: async (done: number) => void steps.push(done) }
  const tried = await tryDictionary({ ...work, context }, rows, lesson)
  t.match(tried, { better: null, facts: { isUsed: false, comparison: null, imageCount: 2, sha256: /^[0-9a-f]{64}$/ } }, 'two groups')
  t.same(steps, [3, 4, 5, 6], 'patches of two images, then their vectors')

  const many = await tryDictionary({ ...work, context }, rows, { ...lesson, classes: 100_000 })
  t.match(many, { better: null, facts: { isUsed: false, comparison: null, sha256: null } }, 'too many classes')
  t.equal(steps.length, 4)

  const abort = new AbortController()
  const stopping = { progress: async () => abort.abort(new Error('cancelled by a person')) }
  const stopped = tryDictionary({ ...work, turn: turnOf(config, abort.signal), context: stopping }, rows, lesson)
  await t.rejects(stopped, { message: 'cancelled by a person' })
})
