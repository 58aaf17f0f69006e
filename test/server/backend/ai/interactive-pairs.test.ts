import { Readable } from 'node:stream'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { forgetEncodings } from '../../../../server/backend/ai/outlines/encodings.ts'
import { namedAmong } from '../../../../server/backend/media/named-blobs.ts'
import type { Services } from '../../../../server/backend/services.ts'
import { openDiskBlobs } from '../../../../server/backend/storage/blobs-disk.ts'
import { timestamp } from '../../../../server/lib/clock.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { Job } from '../../../../shared/contracts/jobs.ts'
import type { Polygon } from '../../../../shared/contracts/shapes.ts'
import type { UploadedModelCard } from '../../../../shared/contracts/uploaded-models.ts'
import { type BackendOptions, forEachDatabase } from '../../../support/backend.ts'
import { hourMs, inMs } from '../../../support/blind-session.ts'
import { broughtModels, meanColour, withoutRuntime } from '../../../support/brought-models.ts'
import { areaOf, clickRadius, decoder, decoderInputs, encoder } from '../../../support/interactive-pair.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { manifestWith } from '../../../support/manifests.ts'
import { signalModels } from '../../../support/model-processes.ts'
import { upload } from '../../../support/uploads.ts'

/** Image of 512 × 256 px, red on the left and blue on the right. */
const halves = () =>
  sharp({ create: { width: 512, height: 256, channels: 3, background: '#ff0000' } })
    .composite([{ input: { create: { width: 256, height: 256, channels: 3, background: '#0000ff' } }, left: 256, top: 0 }])
    .png()
    .toBuffer()

type Team = Awaited<ReturnType<typeof broughtModels>>

const prompt = { box: { x: 48, y: 48, width: 160, height: 160 }, clicks: [{ x: 128, y: 128, isObject: true }] }

/** Adds a tested pair. @returns its card and the id of its decoder */
async function addPair(team: Team, version = '1') {
  const decoderId = await team.bring(decoder())
  const id = await team.bring(encoder())
  const { manifest } = await team.card(id)
  return { decoderId, ready: await team.tryOut(id, { ...manifest, name: 'Clicker', version, license: 'Apache-2.0' }) }
}

/** Adds a pair that outlines objects, and an image. */
async function clickedImage(t: Test, options: BackendOptions) {
  const team = await broughtModels(t, options)
  const { owner, projectId } = team
  const mediaId = await team.addImage('halves.png', await halves())
  await finishedJobs(owner, projectId)
  const pair = await addPair(team)
  const readLicense = ({ id, manifestSha256 }: UploadedModelCard, by = owner) =>
    by.post(`/ai/uploaded-models/${id}/license-read`, { manifestSha256 })
  await readLicense(pair.ready)
  const outline = (body: object = prompt, by = owner, of = mediaId) => by.post(`/media/${of}/ai/outline`, body)
  const encodings = async () => (await finishedJobs(owner, projectId)).filter(({ kind }) => kind === 'ai.encode_image')
  return { ...team, mediaId, ...pair, readLicense, outline, encodings }
}

await forEachDatabase(t, (t, database) => {
  t.test('a pair is added, tested, and outlines what is clicked', { skip: withoutRuntime }, async t => {
    const team = await broughtModels(t, { database })
    const { owner, projectId } = team
    const mediaId = await team.addImage('halves.png', await halves())
    await finishedJobs(owner, projectId)
    const decoderId = await team.bring(decoder())
    const decoderCard = await team.card(decoderId)
    t.match(decoderCard, { isDecoder: true, state: 'needs_manifest', inspection: { input: { name: 'image_embeddings' } } })
    const id = await team.bring(encoder())
    const { manifest: guess, ...card } = await team.card(id)
    t.match(card, { isDecoder: false, decoders: [{ sha256: decoderCard.sha256, fileName: 'model.onnx' }] })
    t.match(guess, {
      task: 'interactive',
      decoder: decoderCard.sha256,
      labels: [],
      input: { size: [256, 256], resize: 'corner', scale: 1 },
      output: { decode: 'prompt', names: ['image_embeddings'] }
    })

    const outline = (body: object = prompt, by = owner) => by.post(`/media/${mediaId}/ai/outline`, body)
    t.match((await outline()).json(), { status: 409, code: 'MODEL_STATE' })
    const ready = await team.tryOut(id, { ...guess, name: 'Clicker', version: '1', license: 'Apache-2.0' })
    t.match(ready, {
      state: 'ready',
      failure: null,
      dryRun: { preview: { mediaId, found: [{ name: 'Object', shape: { kind: 'polygon' } }] } }
    })
    t.type(ready.dryRun?.msPerClick, 'number')
    t.match((await outline()).json(), { status: 409, code: 'MODEL_STATE' }, 'its licence is not read')
    const list = async () => (await owner.get(`/projects/${projectId}/ai/uploaded-models`)).json()
    t.equal((await list()).outliner, null)
    const read = await owner.post(`/ai/uploaded-models/${id}/license-read`, { manifestSha256: ready.manifestSha256 })
    t.match(read.json(), { licenseRead: { by: 'ana@lab.example' } })
    t.match((await list()).outliner, { id, name: 'Clicker', version: '1' })

    const started = await outline()
    t.match([started.statusCode, started.json<Job>().kind, started.json<Job>().subject], [202, 'ai.encode_image', 'halves.png'])
    t.equal((await outline()).json<Job>().id, started.json<Job>().id, 'a second call waits for the same job')
    await finishedJobs(owner, projectId)
    const disc = (await outline()).json<{ outline: Polygon }>().outline
    // a click reaches 40 px of an input of half the size
    const expected = Math.PI * (2 * clickRadius) ** 2
    t.ok(Math.abs(areaOf(disc.points) / expected - 1) < 0.03, `${areaOf(disc.points)} px² instead of ${expected}`)
    t.match((await outline({ ...prompt, clicks: [{ x: 400, y: 128, isObject: true }] })).json(), { outline: null }, 'nothing is red there')
    const onEdge = (await outline({ ...prompt, clicks: [{ x: 256, y: 128, isObject: true }] })).json<{ outline: Polygon }>().outline
    t.ok(Math.abs(areaOf(onEdge.points) / (expected / 2) - 1) < 0.06, 'the half of it that is red')
    const less = [...prompt.clicks, { x: 188, y: 128, isObject: false }]
    const cut = (await outline({ ...prompt, clicks: less })).json<{ outline: Polygon }>().outline
    t.ok(
      cut.points.every(([x]) => x < 165),
      'a click beside the object leaves its surroundings out'
    )
    t.equal((await finishedJobs(owner, projectId)).filter(({ kind }) => kind === 'ai.encode_image').length, 1)
  })

  t.test('a call for an outline is refused', { skip: withoutRuntime }, async t => {
    const team = await clickedImage(t, { database })
    const { owner, projectId, outline, ready, readLicense } = team
    const refused = async (answer: Promise<{ statusCode: number; json(): { code?: string; detail?: string } }>) => {
      const { statusCode, json } = await answer
      return [statusCode, json().code]
    }
    const bo = await team.signUp('bo@lab.example')
    t.same(await refused(outline(prompt, bo)), [404, 'NOT_FOUND'])
    t.same(await refused(readLicense(ready, bo)), [404, 'NOT_FOUND'])
    await owner.post(`/projects/${projectId}/members`, { email: bo.email, role: 'viewer' })
    t.same(await refused(outline(prompt, bo)), [403, 'ROLE_NEEDED'])
    t.same(await refused(readLicense(ready, bo)), [403, 'ROLE_NEEDED'])
    await owner.patch(`/projects/${projectId}/members/${bo.id}`, { role: 'editor' })
    t.equal((await outline(prompt, bo)).statusCode, 202)
    await team.encodings()

    const box = prompt.box
    for (const [body, path] of [
      [{ clicks: [] }, '/box'],
      [{ box: { ...box, width: 0 }, clicks: [] }, '/box/width'],
      [{ box, clicks: [{ x: 1, y: 1 }] }, '/clicks/0/isObject'],
      [{ box, clicks: Array.from({ length: 101 }, () => prompt.clicks[0]) }, '/clicks']
    ] as const)
      t.match((await outline(body)).json(), { status: 422, errors: [{ path }] })
    t.same(await refused(outline(prompt, owner, newId())), [404, 'NOT_FOUND'])
    t.match((await outline({ box: { x: -9000, y: -9000, width: 10, height: 10 }, clicks: [] })).json(), { outline: null })

    const { id: otherId } = await owner.makeProject()
    const answer = await upload(team.base, owner, { projectId: otherId, fileName: 'other.png', content: await halves() })
    await finishedJobs(owner, otherId)
    const elsewhere = answer.headers.get('isobath-media-id') ?? ''
    t.same(await refused(outline(prompt, owner, elsewhere)), [409, 'MODEL_STATE'], 'the pair of one project serves no other')
    const changed = { ...ready, manifestSha256: 'f'.repeat(64) }
    t.same(await refused(readLicense(changed)), [409, 'MODEL_STATE'])
    const times = { startsAt: inMs(-1000), endsAt: inMs(hourMs) }
    const round = { name: 'Blind', images: { kind: 'all' }, memberIds: [owner.id, bo.id], ...times }
    t.equal((await owner.post(`/projects/${projectId}/annotation-sessions`, round)).statusCode, 201)
    t.same(await refused(outline(prompt, bo)), [409, 'WORKING_BLIND'])
    t.same(await refused(readLicense(ready, bo)), [409, 'WORKING_BLIND'])
  })

  t.test('the newest pair outlines, until it is retired', { skip: withoutRuntime }, async t => {
    const team = await clickedImage(t, { database })
    const { owner, projectId, ready, decoderId, outline, readLicense, encodings } = team
    const outliner = async () => (await owner.get(`/projects/${projectId}/ai/uploaded-models`)).json().outliner
    await outline()
    t.equal((await encodings()).length, 1)
    const newer = await addPair(team, '2')
    t.equal((await outliner()).id, ready.id, 'its licence is not read yet')
    await readLicense(newer.ready)
    t.match(await outliner(), { id: newer.ready.id, version: '2' })
    t.equal((await outline()).statusCode, 202, 'another pair encodes the image anew')
    t.equal((await encodings()).length, 2)
    const retire = (id: string) => owner.post(`/ai/uploaded-models/${id}/retire`)
    await retire(newer.ready.id)
    t.equal((await outliner()).id, ready.id)
    t.equal((await outline()).statusCode, 200, 'the encoding of the earlier pair is still there')
    await team.tryOut(ready.id, { ...(await team.card(ready.id)).manifest, sha256: undefined, license: 'CC0-1.0' })
    t.match(await team.card(ready.id), { state: 'ready', licenseRead: null })
    t.equal(await outliner(), null, 'another licence has to be read')

    const remove = (id: string) => owner.delete(`/ai/uploaded-models/${id}`)
    t.equal((await remove(newer.decoderId)).statusCode, 204, 'the same file is there twice')
    t.match((await remove(decoderId)).json(), { status: 409, code: 'MODEL_STATE', detail: /A pair uses this decoder/ })
    t.equal((await remove(ready.id)).statusCode, 204)
    t.equal((await remove(newer.ready.id)).statusCode, 204)
    t.equal((await remove(decoderId)).statusCode, 204)
  })

  t.test('a manifest of a pair names a decoder of the project', { skip: withoutRuntime }, async t => {
    const team = await broughtModels(t, { database })
    const { owner } = team
    const id = await team.bring(encoder())
    const { manifest } = await team.card(id)
    t.notOk('decoder' in manifest)
    const tryOut = async (changes: object, of = id) =>
      (await owner.post(`/ai/uploaded-models/${of}/dry-run`, { ...manifest, license: 'MIT', ...changes })).json()
    t.match(await tryOut({}), { status: 422, errors: [{ path: '/decoder' }] })
    t.match(await tryOut({ decoder: 'a'.repeat(64) }), {
      status: 422,
      errors: [{ path: '/decoder', message: /must be a decoder in this project/ }]
    })
    t.match(await tryOut({ decoder: 'a'.repeat(64), input: { ...manifest.input, resize: 'letterbox' } }), {
      status: 422,
      errors: [{ path: '/input/resize' }]
    })
    t.match(await tryOut({ decoder: 'b' }), { status: 422, errors: [{ path: '/decoder' }] })
    const decoderId = await team.bring(decoder())
    const { sha256 } = await team.card(decoderId)
    t.match(await tryOut({ decoder: sha256, labels: [{ index: 0, name: 'Object' }] }), { status: 422, errors: [{ path: '/labels' }] })
    t.match(await tryOut({ decoder: sha256 }, decoderId), { status: 409, detail: /is the decoder of a pair/ })
    const detector = await team.bring(meanColour())
    const other = manifestWith({ task: 'classify', output: { decode: 'logits', names: ['out'] } })
    t.match((await owner.post(`/ai/uploaded-models/${detector}/dry-run`, { ...other, decoder: sha256 })).json(), {
      errors: [{ path: '/decoder' }]
    })
    t.match((await owner.post(`/ai/uploaded-models/${detector}/license-read`, { manifestSha256: 'a'.repeat(64) })).json(), {
      status: 409,
      detail: /Only the licence of a pair/
    })

    for (const [inputs, sentence] of [
      [decoderInputs.filter(({ name }) => name !== 'image_embeddings'), /no input named image_embeddings/],
      [[...decoderInputs, { name: 'text', shape: [1] }], /the input text, which this server does not support/]
    ] as const)
      t.match(await (await team.send(decoder(inputs))).json(), { status: 422, code: 'MODEL_REFUSED', detail: sentence })

    const finer = [...decoderInputs, { name: 'high_res_feats_0', shape: [1, 32, 64, 64] }]
    const { sha256: needy } = await team.card(await team.bring(decoder(finer)))
    const failed = await team.tryOut(id, { ...manifest, license: 'MIT', decoder: needy })
    t.match(failed, { state: 'needs_manifest', failure: /needs high_res_feats_0, which the encoder does not output/ })
    const run = await owner.post(`/projects/${team.projectId}/ai/runs`, { task: 'model', uploadedModelId: id })
    t.equal(run.statusCode, 409)
  })

  t.test('an encoding is made again when its file is lost, and deleted after 30 days', { skip: withoutRuntime }, async t => {
    const { storage, config, outline, encodings } = await clickedImage(t, { database })
    const { db } = storage
    const blobs = await openDiskBlobs(config.dataDir)
    await outline()
    await encodings()
    t.equal((await outline()).statusCode, 200)
    const { sha256 } = await db.selectFrom('ai_encoding').selectAll().executeTakeFirstOrThrow()
    t.same([...(await namedAmong(db, [sha256, 'a'.repeat(64)]))], [sha256], 'the sweep keeps it')
    await blobs.discard([sha256])
    await blobs.trash.remove([sha256])
    t.equal((await outline()).statusCode, 202)
    t.match(await encodings(), [{ state: 'done' }, { state: 'done' }])
    t.equal((await outline()).statusCode, 200)

    const { sha256: damaged } = await blobs.put(Readable.from([Buffer.from('damaged')]))
    await db.updateTable('ai_encoding').set({ sha256: damaged }).execute()
    t.equal((await outline()).statusCode, 202, 'a damaged one too')
    await encodings()
    t.equal((await outline()).statusCode, 200)

    const used = async (at: string) => {
      await db.updateTable('ai_encoding').set({ used_at: at }).execute()
      await forgetEncodings.run({ db, blobs } as Services)
      return (await db.selectFrom('ai_encoding').selectAll().execute()).length
    }
    t.equal(await used(timestamp(Date.now() - 29 * 86_400_000)), 1)
    t.equal((await outline()).statusCode, 200)
    const { used_at: usedAt } = await db.selectFrom('ai_encoding').selectAll().executeTakeFirstOrThrow()
    t.equal(usedAt.slice(0, 10), timestamp().slice(0, 10), 'a use counts from its day')
    const { sha256: newest } = await db.selectFrom('ai_encoding').select('sha256').executeTakeFirstOrThrow()
    t.equal(await used(timestamp(Date.now() - 31 * 86_400_000)), 0)
    t.equal((await blobs.trash.factsOf([newest])).length, 1, 'its file is in the trash')
  })

  t.test('a project has few images that wait to be read', { skip: withoutRuntime }, async t => {
    const team = await clickedImage(t, { database })
    const images: string[] = []
    for (let each = 0; each < 5; each++) {
      const content = await sharp({ create: { width: 64, height: 32 + each, channels: 3, background: '#ff0000' } })
        .png()
        .toBuffer()
      images.push(await team.addImage(`${each}.png`, content))
    }
    await finishedJobs(team.owner, team.projectId)
    const stopped = signalModels(t, 'SIGSTOP')
    const answers = []
    for (const id of images) answers.push(await team.outline(prompt, team.owner, id))
    t.same(
      answers.map(({ statusCode }) => statusCode),
      [202, 202, 202, 202, 409]
    )
    t.match(answers.at(-1)?.json(), { code: 'MODEL_STATE', detail: /wait a moment/ })
    stopped.end()
    for (const answer of answers.slice(0, 4)) await team.owner.post(`/jobs/${answer.json<Job>().id}/cancel`)
    t.match(await team.encodings(), Array(4).fill({ state: 'cancelled' }))
  })

  t.test('a process that ends is started again', { skip: withoutRuntime }, async t => {
    const { outline, encodings } = await clickedImage(t, { database })
    const killed = signalModels(t, 'SIGKILL', { most: 1 })
    await outline()
    t.match(await encodings(), [{ state: 'done' }])
    t.equal(killed.pids.length, 1)
    killed.end()
    const again = signalModels(t, 'SIGKILL', { most: 1 })
    t.equal((await outline()).statusCode, 200)
    t.equal(again.pids.length, 1)
  })
})
