import sharp from 'sharp'
import t, { type Test } from 'tap'
import { geometryHash } from '../../../../server/backend/ai/geometry.ts'
import { forgetRetiredVectors } from '../../../../server/backend/ai/uploaded/retired-vectors.ts'
import type { Services } from '../../../../server/backend/services.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { AiRun, SimilarPage } from '../../../../shared/contracts/ai.ts'
import type { ModelCard } from '../../../../shared/contracts/ai-models.ts'
import type { UploadedModelCard } from '../../../../shared/contracts/uploaded-models.ts'
import { type BackendOptions, forEachDatabase } from '../../../support/backend.ts'
import { hourMs, inMs } from '../../../support/blind-session.ts'
import { meanColour, withoutRuntime } from '../../../support/brought-models.ts'
import { embeddedApart, embeddedLength, embeddedSide, embedder } from '../../../support/embedder.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { manifestWith } from '../../../support/manifests.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { graph, imageInput, model, node, tensor } from '../../../support/onnx-writer.ts'
import { texturedProject } from '../../../support/textured-project.ts'
import { texturedImage } from '../../../support/textures.ts'
import { upload } from '../../../support/uploads.ts'

/** Creates a textured project to which models can be added. */
async function embeddedProject(t: Test, options: BackendOptions & { sites?: number; unlabelledImages?: number }) {
  const scene = await texturedProject(t, options)
  const { owner, project, base } = scene
  const card = async (id: string) => (await owner.get(`/ai/uploaded-models/${id}`)).json<UploadedModelCard>()

  /** Uploads a model. @returns its id */
  async function bring(content: Buffer, to = project.id, fileName = 'reef-features.onnx'): Promise<string> {
    const answer = await upload(base, owner, { projectId: to, fileName, content, purpose: 'model' })
    const id = answer.headers.get('isobath-model-id')
    if (!id) throw new Error(`the model was refused: ${await answer.text()}`)
    return id
  }

  async function tryOut(id: string, manifest: object): Promise<UploadedModelCard> {
    const answer = await owner.post(`/ai/uploaded-models/${id}/dry-run`, manifest)
    if (answer.statusCode !== 202) throw new Error(`the manifest was refused: ${answer.body}`)
    await finishedJobs(owner, project.id)
    return card(id)
  }

  const readLicense = ({ id, manifestSha256 }: UploadedModelCard, by = owner) =>
    by.post(`/ai/uploaded-models/${id}/license-read`, { manifestSha256 })

  /** Adds a tested embedding model whose licence is read. */
  async function addEmbedder(content = embedder(), version = '1'): Promise<UploadedModelCard> {
    const id = await bring(content)
    const { manifest } = await card(id)
    const ready = await tryOut(id, { ...manifest, name: 'Reef features', version, license: 'MIT' })
    await readLicense(ready)
    return ready
  }

  return {
    ...scene,
    card,
    bring,
    tryOut,
    readLicense,
    addEmbedder,
    begin: (body: object, by = owner) => by.post(`/projects/${project.id}/ai/runs`, body),
    version: async (id: string | null) => (await owner.get(`/ai/models/${id}`)).json<ModelCard>()
  }
}

await forEachDatabase(t, (t, database) => {
  // Long: the life of one model, from its file to the suggestions made with its features.
  t.test('a version learns from the features of an embedding model', { skip: withoutRuntime, timeout: 600_000 }, async t => {
    const scene = await embeddedProject(t, { database, sites: 10 })
    const { owner, project, truth, labelIds, run, suggestions, begin, storage, version } = scene
    const { db } = storage
    const id = await scene.bring(embedder())
    const { manifest: guess } = await scene.card(id)
    t.match(guess, {
      task: 'embed',
      labels: [],
      output: { decode: 'embedding', names: ['embedding'] },
      input: { resize: 'shortest_crop', size: [embeddedSide, embeddedSide] },
      crop: { fine: embeddedSide }
    })
    const ready = await scene.tryOut(id, { ...guess, name: 'Reef features', version: '1', license: 'MIT' })
    t.match(ready, { state: 'ready', failure: null, runCount: 0, dryRun: { dimensions: embeddedLength, preview: null } })

    const models = async () => (await owner.get(`/projects/${project.id}/ai/uploaded-models`)).json()
    t.match((await begin({ embeddingModelId: id })).json(), { status: 409, code: 'LICENSE_UNREAD' })
    t.same((await models()).embedders, [])
    t.match((await scene.readLicense(ready)).json(), { licenseRead: { by: 'ana@lab.example' } })
    t.same((await models()).embedders, [{ id, name: 'Reef features', version: '1' }])

    const first = await run({ embeddingModelId: id })
    t.match(first, { state: 'done', embeddingName: 'Reef features 1', imagesFailed: 0, modelNumber: 1 })
    const learnt = await version(first.modelVersionId)
    const set = `embedding-1-${ready.manifestSha256?.slice(0, 32)}x${embeddedLength}/pixels-1`
    t.match(learnt, { featureSet: set, embeddingModel: { id, name: 'Reef features', version: '1' }, promotions: [{ reason: 'first' }] })
    t.match(first.provenance, {
      embeddingModel: { id, sha256: ready.sha256, manifestSha256: ready.manifestSha256 },
      modelVersion: { featureSet: set }
    })
    const given = await suggestions(first.id)
    const right = given.filter(({ annotationId, labelId }) => labelId === labelIds[truth.get(annotationId ?? '') ?? -1])
    t.equal(given.length, 48)
    t.ok(right.length / given.length > 0.5, `${right.length} of ${given.length} right, by chance a fifth`)

    const [point] = await db
      .selectFrom('ai_feature')
      .innerJoin('annotation', 'annotation.media_id', 'ai_feature.media_id')
      .innerJoin('media', 'media.id', 'annotation.media_id')
      .select(['annotation.shape', 'annotation.media_id', 'media.file_name'])
      .where('ai_feature.feature_set', '=', set)
      .where('media.file_name', '=', 'site-0-0.png')
      .orderBy('annotation.id')
      .limit(1)
      .execute()
    const { x, y } = JSON.parse(point!.shape!) as { x: number; y: number }
    const { vector } = await db
      .selectFrom('ai_feature')
      .select('vector')
      .where('media_id', '=', point!.media_id)
      .where('feature_set', '=', set)
      .where('geometry_hash', '=', geometryHash(point!.shape!))
      .executeTakeFirstOrThrow()
    const { content: picture } = await texturedImage(0, 0)
    const window = { left: x - embeddedSide / 2, top: y - embeddedSide / 2, width: embeddedSide, height: embeddedSide }
    const pixels = await sharp(picture).removeAlpha().extract(window).raw().toBuffer()
    const apart = embeddedApart(Array.from({ length: embeddedSide ** 2 }, (_, cell) => pixels[3 * cell + 1]! / 255))
    const stored = [...new Float16Array(new Uint8Array(vector).buffer)]
    t.equal(stored.length, apart.length)
    t.ok(
      stored.every((value, place) => Math.abs(value / Math.sqrt(embeddedLength) - apart[place]!) < 2e-3),
      'the vector is that of a computation apart from the product'
    )

    const again = await run({})
    t.match(
      again,
      { state: 'done', modelVersionId: learnt.id, embeddingName: 'Reef features 1' },
      'the promoted version needs its features'
    )
    t.match(await scene.card(id), { runCount: 2 })
    t.match((await owner.delete(`/ai/uploaded-models/${id}`)).json(), { status: 409, code: 'MODEL_STATE' })

    const other = await run({ learn: true })
    const standard = await version(other.modelVersionId === learnt.id ? await newestVersion() : other.modelVersionId)
    t.match(standard, { number: 2, embeddingModel: null, promotions: [{ comparison: { versionId: learnt.id } }] })
    const against = standard.promotions[0]!.comparison!
    t.equal(against.count, learnt.report?.count, 'both are compared on the same test labels, each with its own features')
    t.ok(against.otherMacroF1 > 0.4)

    await owner.post(`/ai/models/${learnt.id}/promote`)
    await owner.post(`/ai/uploaded-models/${id}/retire`)
    t.same((await models()).embedders, [])
    t.match((await begin({})).json(), { status: 409, code: 'MODEL_STATE', detail: /Reef features 1, which is retired/ })
    t.match((await begin({ embeddingModelId: id })).json(), { status: 409, code: 'MODEL_STATE' })
    t.match((await begin({ modelVersionId: learnt.id })).json(), { status: 409, code: 'MODEL_STATE' })
    const { id: elsewhere } = await owner.makeProject()
    const [otherImage = ''] = await insertMediaRows(db, { projectId: elsewhere, accountId: owner.id, count: 1 })
    await db
      .insertInto('ai_feature')
      .values({ media_id: otherImage, feature_set: set, geometry_hash: 'point', vector: Buffer.alloc(2) })
      .execute()
    const standardVectors = () => db.selectFrom('ai_feature').select('media_id').where('feature_set', '!=', set).execute()
    const before = await standardVectors()
    await forgetRetiredVectors.run({ db } as Services)
    t.same(
      await db.selectFrom('ai_feature').select('media_id').where('feature_set', '=', set).execute(),
      [{ media_id: otherImage }],
      'the vectors of a retired model are deleted, and not those of another project'
    )
    t.ok(before.length > 0)
    t.same(await standardVectors(), before)
    const beside = await run({ learn: true })
    t.match(beside, { state: 'done', embeddingName: null }, 'a version that learns beside it is used, because the promoted one cannot run')
    t.match(await version(beside.modelVersionId), { number: 3, promotions: [{ isPromoted: false, reason: 'notComparable' }] })
    t.match(await run({ modelVersionId: standard.id }), { state: 'done' }, 'a version with standard features still runs')
    await owner.post(`/ai/uploaded-models/${id}/restore`)
    t.match(
      await run({ modelVersionId: learnt.id }),
      { state: 'done', imagesFailed: 0 },
      'a model that is brought back computes its vectors'
    )

    async function newestVersion() {
      return (await owner.get(`/projects/${project.id}/ai/models`)).json().items[0].id as string
    }
  })

  t.test('labels are checked and crops are compared by an embedding model', { skip: withoutRuntime, timeout: 600_000 }, async t => {
    const scene = await embeddedProject(t, { database, sites: 6, unlabelledImages: 1 })
    const { owner, project, truth, run, addEmbedder, storage } = scene
    const { id } = await addEmbedder()
    const labelled = await storage.db.selectFrom('annotation').select(['id']).where('label_id', 'is not', null).orderBy('id').execute()
    const similar = async (annotationId: string, query = '') =>
      (await owner.get(`/annotations/${annotationId}/similar?limit=20${query}`)).json<SimilarPage>()
    const example = labelled[0]!.id
    t.match(
      await similar(example, `&embeddingModelId=${id}`),
      { items: [], searched: 0, missing: truth.size },
      'nothing is prepared, and nothing is computed in the request'
    )
    t.match(await run({ task: 'similar', embeddingModelId: id }), {
      ...{ state: 'done', embeddingName: 'Reef features 1' },
      sentence: `${truth.size} crops prepared`
    })
    const found = await similar(example, `&embeddingModelId=${id}`)
    t.match(found, { searched: truth.size, missing: 0 })
    const same = found.items.filter(item => truth.get(item.id) === truth.get(example))
    t.ok(same.length > found.items.length / 2, `${same.length} of ${found.items.length} have the texture of the example`)
    t.match(await similar(example), { searched: 1, missing: truth.size - 1 }, 'the standard features were only computed for the example')
    t.match(await similar(example, `&embeddingModelId=${id}`), { searched: truth.size }, 'both searches have vectors of their own')

    const operation = {
      id: newId(),
      kind: 'create',
      annotationId: newId(),
      mediaId: found.example.mediaId,
      shape: { kind: 'point', x: 9, y: 9 }
    }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [{ ...operation, labelId: null }] })
    const unprepared = await similar(operation.annotationId, `&embeddingModelId=${id}`)
    t.match(unprepared, { items: [], isExamplePrepared: false }, 'a new point is not prepared')
    t.match(await similar(example, `&embeddingModelId=${id}`), { isExamplePrepared: true })

    const checked = await run({ task: 'check', embeddingModelId: id })
    t.match(checked, { state: 'done', embeddingName: 'Reef features 1', imagesFailed: 0 })
    t.match(checked.provenance, { family: /\/embedding-1-/, embeddingModel: { id } })
    const sets = await storage.db.selectFrom('ai_feature').select('feature_set').distinct().execute()
    t.equal(sets.length, 2)
    t.equal((await owner.get(`/projects/${project.id}/ai`)).statusCode, 200)
  })

  t.test('the features of a model are refused where they cannot be used', { skip: withoutRuntime, timeout: 600_000 }, async t => {
    const scene = await embeddedProject(t, { database, sites: 3, unlabelledImages: 1 })
    const { owner, project, begin, addEmbedder, bring, tryOut, card } = scene
    const embedding = await addEmbedder()
    const { id } = embedding
    const refused = async (body: object, by = owner) => {
      const answer = await begin(body, by)
      return [answer.statusCode, answer.json().code, answer.json().errors?.[0]?.path]
    }
    t.same(await refused({ task: 'quality', embeddingModelId: id }), [422, 'INVALID_REQUEST', '/embeddingModelId'])
    t.same(await refused({ embeddingModelId: id, modelVersionId: newId() }), [422, 'INVALID_REQUEST', '/embeddingModelId'])
    t.same(await refused({ embeddingModelId: id, features: 'dictionary' }), [422, 'INVALID_REQUEST', '/features'])
    t.same(await refused({ task: 'model', uploadedModelId: id }), [409, 'MODEL_STATE', undefined], 'it suggests nothing by itself')
    t.same(await refused({ embeddingModelId: newId() }), [404, 'NOT_FOUND', undefined])
    const untested = await bring(embedder(), project.id, 'untested.onnx')
    t.same(await refused({ embeddingModelId: untested }), [409, 'MODEL_STATE', undefined])
    const classifier = await bring(meanColour())
    const labels = ['red', 'green', 'blue'].map((name, index) => ({ index, name }))
    const classes = await tryOut(classifier, manifestWith({ task: 'classify', labels, output: { decode: 'logits' }, version: '7' }))
    t.equal(classes.state, 'ready')
    t.same(await refused({ embeddingModelId: classifier }), [409, 'MODEL_STATE', undefined])
    t.match((await scene.readLicense(classes)).json(), { status: 409, code: 'MODEL_STATE' })

    const [annotation] = await scene.storage.db.selectFrom('annotation').select('id').limit(1).execute()
    const similar = (modelId: string) => owner.get(`/annotations/${annotation!.id}/similar?embeddingModelId=${modelId}`)
    t.match((await similar(newId())).json(), { status: 404 })
    t.match((await similar(classifier)).json(), { status: 409, code: 'MODEL_STATE' })
    t.match((await similar(untested)).json(), { status: 409, code: 'MODEL_STATE' })
    const { id: otherId } = await owner.makeProject()
    const elsewhere = await bring(embedder(), otherId)
    t.same(await refused({ embeddingModelId: elsewhere }), [404, 'NOT_FOUND', undefined], 'a model of another project')
    t.match((await similar(elsewhere)).json(), { status: 404 })

    const { manifest } = await card(untested)
    for (const [change, path] of [
      [{ labels: [{ index: 0, name: 'crab' }] }, '/labels'],
      [{ decoder: 'a'.repeat(64) }, '/decoder'],
      [{ output: { ...manifest.output, decode: 'softmax' } }, '/output/decode'],
      [{ output: { ...manifest.output, token: 'last' } }, '/output/token']
    ] as const)
      t.match(
        (await owner.post(`/ai/uploaded-models/${untested}/dry-run`, { ...manifest, version: '9', license: 'MIT', ...change })).json(),
        { status: 422, errors: [{ path }] }
      )
    const tooLong = await tryOut(await bring(repeated(3000)), { ...manifest, version: '10', license: 'MIT', output: manifest.output })
    t.match(tooLong, { state: 'needs_manifest', failure: 'The vector has 3,000 values. It must have 2 to 2,048' })

    const bo = await scene.signUp('bo@lab.example')
    t.same(await refused({ embeddingModelId: id }, bo), [404, 'NOT_FOUND', undefined])
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'viewer' })
    t.same(await refused({ embeddingModelId: id }, bo), [403, 'ROLE_NEEDED', undefined])
    t.match((await scene.readLicense(embedding, bo)).json(), { status: 403, code: 'ROLE_NEEDED' })
    const times = { startsAt: inMs(-1000), endsAt: inMs(hourMs) }
    await owner.patch(`/projects/${project.id}/members/${bo.id}`, { role: 'editor' })
    const round = { name: 'Blind', images: { kind: 'all' }, memberIds: [owner.id, bo.id], ...times }
    t.equal((await owner.post(`/projects/${project.id}/annotation-sessions`, round)).statusCode, 201)
    t.same(await refused({ embeddingModelId: id }, bo), [409, 'WORKING_BLIND', undefined])
  })

  t.test('a model at fault ends only its own run', { skip: withoutRuntime, timeout: 600_000 }, async t => {
    const scene = await embeddedProject(t, { database, sites: 3, unlabelledImages: 1 })
    const broken = await scene.addEmbedder(brokenOnDark())
    t.match(broken, { state: 'ready', failure: null }, 'grey and noise are no dark images')
    const learning = await scene.run({ embeddingModelId: broken.id })
    t.match(learning, { state: 'failed', sentence: /NaN or infinite/ })
    t.same((await scene.owner.get(`/projects/${scene.project.id}/ai/models`)).json().items, [])
    t.match(await scene.run({ task: 'similar', embeddingModelId: broken.id }), {
      state: 'done',
      imagesFailed: 4,
      sentence: /4 images could not be read/
    })
    t.match((await scene.run({})) as AiRun, { state: 'done', embeddingName: null }, 'other runs go on')
  })
})

/** Embedding model of a vector that is too long. */
function repeated(length: number) {
  return model(
    graph({
      nodes: [
        node({ operator: 'ReduceMean', inputs: ['images'], outputs: ['mean'], attributes: { axes: [1, 2, 3], keepdims: 0 } }),
        node({ operator: 'Mul', inputs: ['mean', 'ones'], outputs: ['embedding'] })
      ],
      initializers: [
        tensor(
          'ones',
          [1, length],
          Array.from({ length }, () => 1)
        )
      ],
      inputs: [imageInput(embeddedSide)],
      outputs: [{ name: 'embedding', shape: [1, length] }]
    })
  )
}

/** Embedding model whose vectors have no values for windows of a mean below 0.44. The test images are 0.447 and about 0.5. */
function brokenOnDark() {
  return model(
    graph({
      nodes: [
        node({ operator: 'ReduceMean', inputs: ['images'], outputs: ['means'], attributes: { axes: [2, 3], keepdims: 0 } }),
        node({ operator: 'Sub', inputs: ['means', 'limit'], outputs: ['above'] }),
        node({ operator: 'Log', inputs: ['above'], outputs: ['embedding'] })
      ],
      initializers: [tensor('limit', [1], [0.44])],
      inputs: [imageInput(embeddedSide)],
      outputs: [{ name: 'embedding', shape: [1, 3] }]
    })
  )
}
