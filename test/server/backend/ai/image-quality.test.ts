import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { randomFrom } from '../../../../server/backend/ai/learning/random.ts'
import type { AiRun } from '../../../../shared/contracts/ai.ts'
import type { MeasuredImage, QualityCluster, QualitySummary } from '../../../../shared/contracts/image-quality.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { until } from '../../../support/until.ts'
import { listening, upload } from '../../../support/uploads.ts'

const [width, height] = [180, 120]

/** Blocks of random grey with fine grain, so that each seed has a hash of its own. */
function drawn(seed: number) {
  const random = randomFrom(seed)
  const blocks = Array.from({ length: 54 }, () => 60 + 130 * random())
  const pixels = Buffer.alloc(3 * width * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const value = blocks[Math.floor(x / 20) + 9 * Math.floor(y / 20)]! + 30 * (random() - 0.5)
    pixels.fill(Math.round(value), 3 * pixel, 3 * pixel + 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const plain = (value: number) => sharp({ create: { width, height, channels: 3, background: { r: value, g: value, b: value } } })

await forEachDatabase(t, (t, database) => {
  t.test('images are measured once, near-duplicates are clustered, and each list has the worst first', async t => {
    const backend = await testBackend(t, { database, runJobs: true })
    const { storage, signUp } = backend
    const { db } = storage
    const base = await listening(t, backend)
    const owner = await signUp('ana@lab.example')
    const project = await owner.makeProject()
    const path = `/projects/${project.id}/ai/quality`
    const add = async (fileName: string, content: Buffer) =>
      (await upload(base, owner, { projectId: project.id, fileName, content })).headers.get('isobath-media-id') ?? ''
    async function read<T>(query = ''): Promise<T> {
      const answer = await owner.get(`${path}${query}`)
      t.equal(answer.statusCode, 200, `${query}: ${answer.body}`)
      return answer.json<T>()
    }
    async function run(): Promise<AiRun> {
      const answer = await owner.post(`/projects/${project.id}/ai/runs`, { task: 'quality' })
      t.equal(answer.statusCode, 202, answer.body)
      await finishedJobs(owner, project.id)
      return (await owner.get(`/ai/runs/${answer.json<AiRun>().id}`)).json<AiRun>()
    }
    const names = ({ items }: { items: MeasuredImage[] }) => items.map(({ fileName }) => fileName)

    const nothing = await owner.post(`/projects/${project.id}/ai/runs`, { task: 'quality' })
    t.match(nothing.json(), { status: 422, code: 'NOTHING_TO_LABEL' })
    t.same(await read(), { measured: 0, missing: 0, clusters: 0, clustered: 0, blurred: 0, dark: 0, bright: 0 })

    for (let seed = 0; seed < 18; seed++) await add(`sharp-${seed}.png`, await drawn(seed).png().toBuffer())
    const twin = await add('sharp-3-again.jpg', await drawn(3).jpeg({ quality: 60 }).toBuffer())
    const darker = await add('sharp-3-darker.jpg', await drawn(3).linear(0.9).jpeg().toBuffer())
    await add('blurred.png', await drawn(70).blur(8).png().toBuffer())
    await add('black.png', await plain(2).png().toBuffer())
    await add(
      'half-white.png',
      await drawn(71)
        .composite([{ input: await plain(255).resize(width, 60).png().toBuffer(), top: 0, left: 0 }])
        .png()
        .toBuffer()
    )
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`/projects/${project.id}/ai`)).json(), { images: 23, unmeasuredImages: 23 })
    t.match(await run(), {
      ...{ state: 'done', task: 'quality', imagesDone: 23, imagesFailed: 0, imagesTotal: 23, suggestionCount: 0 },
      sentence: '23 images measured, 3 near-duplicates, 2 blurred images'
    })
    t.match((await owner.get(`/projects/${project.id}/ai`)).json(), { images: 23, unmeasuredImages: 0 })
    t.same(await read(), { measured: 23, missing: 0, clusters: 1, clustered: 3, blurred: 2, dark: 1, bright: 1 } satisfies QualitySummary)
    const { items: clusters } = await read<{ items: QualityCluster[] }>('/clusters')
    t.equal(clusters.length, 1)
    t.equal(clusters[0]?.count, 3)
    t.same(clusters[0]?.images.map(({ fileName }) => fileName).sort(), ['sharp-3-again.jpg', 'sharp-3-darker.jpg', 'sharp-3.png'])
    t.same(names(await read('/images?show=blurred')), ['black.png', 'blurred.png'])
    t.same(names(await read('/images?show=dark')), ['black.png'])
    t.match(await read('/images?show=bright'), { items: [{ fileName: 'half-white.png', brightShare: 0.5 }], nextCursor: null })

    const first = await read<{ items: MeasuredImage[]; nextCursor: string }>('/images?show=blurred&limit=1')
    const second = await read<{ items: MeasuredImage[]; nextCursor: null }>(
      `/images?show=blurred&limit=1&cursor=${encodeURIComponent(first.nextCursor)}`
    )
    t.same([...names(first), ...names(second), second.nextCursor], ['black.png', 'blurred.png', null])
    const clusterId = clusters[0]!.id
    const ofCluster = await read<{ items: MeasuredImage[]; nextCursor: string }>(`/images?show=cluster&clusterId=${clusterId}&limit=2`)
    const rest = await read<{ items: MeasuredImage[] }>(
      `/images?show=cluster&clusterId=${clusterId}&cursor=${encodeURIComponent(ofCluster.nextCursor)}`
    )
    t.same([...names(ofCluster), ...names(rest)].sort(), ['sharp-3-again.jpg', 'sharp-3-darker.jpg', 'sharp-3.png'])

    const tasks = async () =>
      Number(
        (
          await db
            .selectFrom('job_item')
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirst()
        )?.count
      )
    t.equal(await tasks(), 23)
    await add('sharp-5-again.jpg', await drawn(5).jpeg({ quality: 70 }).toBuffer())
    await finishedJobs(owner, project.id)
    await db.updateTable('ai_image_quality').set({ sha256: 'an earlier file' }).where('media_id', '=', twin).execute()
    t.match(await read(), { measured: 23, missing: 2 })
    t.match(await run(), { state: 'done', imagesDone: 24, imagesTotal: 24 })
    t.equal(await tasks(), 25, 'the second run measures the new image and the one with another file')
    t.match(await read(), { clusters: 2, clustered: 5, missing: 0 })
    const paged = await read<{ items: QualityCluster[]; nextCursor: string }>('/clusters?limit=1')
    t.equal(paged.items[0]?.count, 3, 'the largest cluster first')
    t.match(await read(`/clusters?limit=1&cursor=${encodeURIComponent(paged.nextCursor)}`), { items: [{ count: 2 }], nextCursor: null })

    for (const mediaId of [twin, darker]) t.equal((await owner.delete(`/media/${mediaId}`)).statusCode, 204)
    t.match(await read(), { measured: 22, clusters: 1, clustered: 2 }, 'a cluster ends when one image of it is left')
    t.equal((await read<{ items: QualityCluster[] }>('/clusters')).items.length, 1)

    const lost = await add('lost.png', await drawn(90).png().toBuffer())
    await finishedJobs(owner, project.id)
    const { sha256 } = await db.selectFrom('media').select('sha256').where('id', '=', lost).executeTakeFirstOrThrow()
    await rm(join(backend.config.dataDir, 'blobs', sha256.slice(0, 2), sha256))
    const broken = await run()
    t.match(broken, { state: 'done', imagesDone: 22, imagesFailed: 1, imagesTotal: 23 })
    t.match(broken.sentence, /1 image could not be read$/)
    t.match((await owner.get(`/ai/runs/${broken.id}/failed-images`)).json(), { count: 1, reasons: [{ fileNames: ['lost.png'] }] })
    t.match(await read(), { measured: 22, missing: 1 })

    for (const [query, status] of [
      ['/images?show=cluster', 422],
      [`/images?show=dark&clusterId=${clusterId}`, 422],
      ['/images?show=dark&cursor=nonsense', 400],
      ['/images?show=dark&limit=9000', 400],
      ['/images?show=elsewhere', 400],
      ['/clusters?cursor=nonsense', 400],
      ['/clusters?limit=0', 400]
    ] as const)
      t.equal((await owner.get(`${path}${query}`)).statusCode, status, query)
    t.match(await read('/clusters?cursor=1.5%20x'), { items: [] }, 'a made-up place of the right form is after the end')
    t.match(await read(`/images?show=cluster&clusterId=${clusterId}&cursor=0%20x`), { items: [] })
    t.match(await read('/images?show=cluster&clusterId=unknown'), { items: [], nextCursor: null })

    const stranger = await signUp('di@lab.example')
    const [bo, cy, viewer] = [await signUp('bo@lab.example'), await signUp('cy@lab.example'), await signUp('ed@lab.example')]
    for (const { email } of [bo, cy]) await owner.post(`/projects/${project.id}/members`, { email, role: 'editor' })
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const calls = [path, `${path}/clusters`, `${path}/images?show=blurred`]
    for (const call of calls) {
      t.equal((await stranger.get(call)).statusCode, 404, call)
      t.equal((await viewer.get(call)).statusCode, 200, call)
    }
    t.equal((await viewer.post(`/projects/${project.id}/ai/runs`, { task: 'quality' })).statusCode, 403)
    const times = { startsAt: new Date(Date.now() + 60_000).toISOString(), endsAt: '2999-01-01T00:00:00Z' }
    const round = { name: 'Blind', images: { kind: 'all' }, memberIds: [bo.id, cy.id], ...times }
    t.equal((await owner.post(`/projects/${project.id}/annotation-sessions`, round)).statusCode, 201)
    await db.updateTable('annotation_session').set({ starts_at: '2020-01-01T00:00:00.000Z' }).execute()
    for (const call of calls) t.match((await bo.get(call)).json(), { status: 409, code: 'WORKING_BLIND' }, call)
    t.match((await bo.post(`/projects/${project.id}/ai/runs`, { task: 'quality' })).json(), { status: 409, code: 'WORKING_BLIND' })
  })

  t.test('a cancelled run keeps its measures, and its retry measures only the other images', async t => {
    const backend = await testBackend(t, { database, runJobs: true })
    const { db } = backend.storage
    const base = await listening(t, backend)
    const owner = await backend.signUp('ana@lab.example')
    const project = await owner.makeProject()
    const imageCount = 60
    for (let seed = 0; seed < imageCount; seed++)
      await upload(base, owner, { projectId: project.id, fileName: `${seed}.png`, content: await drawn(seed).png().toBuffer() })
    await finishedJobs(owner, project.id)
    const measured = () => db.selectFrom('ai_image_quality').select('media_id').execute()
    const state = async (id: string) => (await owner.get(`/ai/runs/${id}`)).json<AiRun>().state

    const run = (await owner.post(`/projects/${project.id}/ai/runs`, { task: 'quality' })).json<AiRun>()
    await until(measured, ({ length }) => length > 0, { pauseMs: 1 })
    t.equal((await owner.post(`/jobs/${run.jobId}/cancel`)).statusCode, 200)
    await until(
      () => state(run.id),
      now => now === 'cancelled'
    )
    const before = await measured()
    t.ok(before.length > 0 && before.length < imageCount, `${before.length} images were measured before the cancellation`)
    const [kept] = before
    await db.updateTable('ai_image_quality').set({ sharpness: 12345 }).where('media_id', '=', kept!.media_id).execute()
    t.equal((await owner.post(`/jobs/${run.jobId}/retry`)).statusCode, 200)
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`/ai/runs/${run.id}`)).json(), { state: 'done', imagesDone: imageCount, imagesFailed: 0 })
    t.equal((await measured()).length, imageCount)
    const { sharpness } = await db
      .selectFrom('ai_image_quality')
      .select('sharpness')
      .where('media_id', '=', kept!.media_id)
      .executeTakeFirstOrThrow()
    t.equal(sharpness, 12345, 'an image that was measured is not measured again')
  })
})
