import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { RunDetails } from '../../../../shared/contracts/ai.ts'
import type { UploadedModel } from '../../../../shared/contracts/uploaded-models.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { broughtModels, meanColour, withoutRuntime } from '../../../support/brought-models.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { manifestWith } from '../../../support/manifests.ts'
import { signalModels } from '../../../support/model-processes.ts'
import { constantModel } from '../../../support/onnx-writer.ts'
import { until } from '../../../support/until.ts'
import { listening, sendPiece, startUpload } from '../../../support/uploads.ts'
import { waitingStatements } from '../../../support/waiting-statements.ts'

const [width, height] = [320, 160]

/** Image that is red on the left, and has another colour on the right. */
const halves = (background: string) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: { create: { width: width / 2, height, channels: 3, background } }, left: width / 2, top: 0 }])
    .png()
    .toBuffer()

/** Detector of one sea star on every image. */
const detector = () => constantModel([{ name: 'out', shape: [1, 1, 6], values: [16, 24, 32, 40, 0.9, 0] }])

await forEachDatabase(t, async (t, database) => {
  const team = await broughtModels(t, { database })
  const { owner, projectId, storage, config } = team
  const { db } = storage

  const setContent = (mediaId: string, sha256: string) => db.updateTable('media').set({ sha256 }).where('id', '=', mediaId).execute()
  const contentOf = async (mediaId: string) =>
    (await db.selectFrom('media').select('sha256').where('id', '=', mediaId).executeTakeFirstOrThrow()).sha256
  const edit = (operations: object[]) => owner.post(`/projects/${projectId}/annotations/operations`, { operations })
  const pointOn = (mediaId: string, x: number, y: number) => ({
    ...{ id: newId(), kind: 'create', annotationId: newId(), mediaId, shape: { kind: 'point', x, y }, labelId: null }
  })

  /** Starts a run of a model on all images without annotations. */
  async function start(uploadedModelId: string): Promise<RunDetails> {
    const { manifestSha256 } = await team.card(uploadedModelId)
    const draft = { task: 'model', uploadedModelId, licenseRead: true, manifestSha256 }
    const answer = await owner.post(`/projects/${projectId}/ai/runs`, draft)
    if (answer.statusCode !== 202) throw new Error(`the run was refused: ${answer.body}`)
    return answer.json()
  }

  t.test('two servers that finish one upload simultaneously create one model', async t => {
    const other = await testBackend(t, { ...config, runJobs: false })
    const bases = [team.base, await listening(t, other)] as const
    const listed = async () =>
      (await owner.get(`/projects/${projectId}/ai/uploaded-models`)).json<{ items: UploadedModel[] }>().items.map(({ id }) => id)

    /** Uploads all bytes, but loses the last answer. @returns a function that repeats the last byte on a server */
    async function arrived(): Promise<(base: string) => Promise<[number, string | null]>> {
      const content = detector()
      const file = { projectId, fileName: 'reef.onnx', sizeBytes: content.length, purpose: 'model' }
      const location = (await startUpload(team.base, owner, file)).headers.get('location') ?? ''
      writeFileSync(join(config.dataDir, location.replace('/api', '')), content)
      return async base => {
        const answer = await sendPiece(new URL(location, base), owner, content.length - 1, content.subarray(-1))
        return [answer.status, answer.headers.get('isobath-model-id')]
      }
    }

    const finish = await arrived()
    const stopped = signalModels(t, 'SIGSTOP', { most: 1 })
    const late = finish(bases[0])
    const pid = await stopped.first
    stopped.end()
    const early = await finish(bases[1])
    process.kill(pid, 'SIGCONT')
    t.same([early, await late], Array(2).fill([204, (await listed())[0]]), 'the file is gone when the second server reads it')
    t.equal((await listed()).length, 1)

    if (database !== 'postgres') return // connections of one thread cannot wait for each other's lock on SQLite
    const again = await arrived()
    let both: Promise<[number, string | null][]> = Promise.resolve([])
    await db.transaction().execute(async transaction => {
      await sql`select id from upload for update`.execute(transaction)
      both = Promise.all(bases.map(again))
      t.equal(
        await until(
          () => waitingStatements(db),
          count => count === 2
        ),
        2
      )
    })
    t.same(await both, Array(2).fill([204, (await listed())[0]]), 'both have read the file')
    t.equal((await listed()).length, 2)
  })

  t.test('runs of an uploaded model', { skip: withoutRuntime }, async t => {
    const images = [
      await team.addImage('a.png', await halves('#0000ff')),
      await team.addImage('b.png', await halves('#00ff00')),
      await team.addImage('c.png', await halves('#ffffff'))
    ] as const
    const [a, b, c] = images
    await finishedJobs(owner, projectId)
    const contents = await Promise.all(images.map(contentOf))
    const restore = async () => {
      for (const [place, id] of images.entries()) await setContent(id, contents[place]!)
    }
    const modelId = await team.bring(detector())
    const { sha256: ofModel } = await team.card(modelId)

    await t.test('the test run uses an older image when the newest ones cannot be read', async t => {
      await setContent(b, ofModel)
      await setContent(c, 'f'.repeat(64))
      const card = await team.tryOut(modelId, manifestWith())
      await restore()
      t.match(card, { state: 'ready', dryRun: { preview: { mediaId: a, width, height, found: [{ name: 'sea star' }] } } })
    })

    await t.test('a process that the system kills gets a second try, and a model that crashes again ends the run', async t => {
      const once = signalModels(t, 'SIGKILL', { most: 1 })
      const { details } = await team.run(modelId)
      once.end()
      t.equal(once.pids.length, 1)
      t.match(details, { state: 'done', imagesDone: 3, imagesFailed: 0, suggestionCount: 3, sentence: '3 suggestions' })

      const always = signalModels(t, 'SIGKILL')
      const { details: ended } = await team.run(modelId)
      always.end()
      t.equal(always.pids.length, 6, 'two tries for each of three images')
      t.match(ended, { state: 'failed', imagesDone: 0, imagesFailed: 2, sentence: /^The model crashed the process/ })
    })

    await t.test('a retry of failed images ends, however many fail again', async t => {
      for (const [place, id] of images.entries()) await setContent(id, 'fed'.charAt(place).repeat(64))
      const { details: first } = await team.run(modelId)
      await restore()
      t.match(first, { state: 'done', imagesDone: 0, imagesFailed: 3 })
      const retry = async () => {
        t.equal((await owner.post(`/ai/runs/${first.id}/failed-images/retry`)).statusCode, 202)
        await finishedJobs(owner, projectId)
        return (await owner.get(`/ai/runs/${first.id}`)).json<RunDetails>()
      }
      const always = signalModels(t, 'SIGKILL')
      t.match(await retry(), { state: 'done', imagesDone: 0, imagesFailed: 3, sentence: '0 suggestions. 3 images failed' })
      always.end()
      t.equal(always.pids.length, 6)
      const failed = (await owner.get(`/ai/runs/${first.id}/failed-images`)).json()
      t.match(failed, { count: 3, reasons: [{ code: 'ENDED', count: 3 }] })
      t.match(await retry(), { state: 'done', imagesDone: 3, imagesFailed: 0, suggestionCount: 3 })
    })

    await t.test('an image that is annotated or deleted during a run gets no suggestions', async t => {
      const stopped = signalModels(t, 'SIGSTOP', { most: 1 })
      const { id } = await start(modelId)
      const pid = await stopped.first
      stopped.end()
      await edit([pointOn(b, 5, 5)])
      await owner.delete(`/media/${c}`)
      process.kill(pid, 'SIGCONT')
      await finishedJobs(owner, projectId)
      t.match((await owner.get(`/ai/runs/${id}`)).json(), { state: 'done', imagesDone: 3, imagesFailed: 0, suggestionCount: 1 })
      const rows = await db.selectFrom('ai_suggestion').select('media_id').where('run_id', '=', id).execute()
      t.same(rows, [{ media_id: a }])
    })

    await t.test('a classifier labels all of many points on one image', async t => {
      const points = Array.from({ length: 120 }, (_, place) => {
        const isRed = place % 3 === 0
        return { isRed, ...pointOn(b, (isRed ? 20 : 180) + place, 40 + (place % 80)) }
      })
      t.equal((await edit(points.map(({ isRed: _, ...operation }) => operation))).statusCode, 200)
      const id = await team.bring(meanColour())
      const labels = ['red', 'green', 'blue'].map((name, index) => ({ index, name }))
      await team.tryOut(id, manifestWith({ task: 'classify', output: { decode: 'logits' }, labels, crop: { fine: 32 }, version: 'colour' }))
      const { details } = await team.run(id)
      t.match(details, { state: 'done', imagesDone: 1, suggestionCount: 121 })
      const rows = await db.selectFrom('ai_suggestion').select(['annotation_id', 'label_text']).where('run_id', '=', details.id).execute()
      const found = new Map(rows.map(({ annotation_id: annotationId, label_text: text }) => [annotationId, text]))
      const wrong = points.filter(({ annotationId, isRed }) => found.get(annotationId) !== (isRed ? 'red' : 'green'))
      t.equal(wrong.length, 0)
    })

    if (database !== 'postgres') return // SQLite writes one transaction after the other
    await t.test('a mapping created while suggestions are written reaches them', async t => {
      await owner.delete(`/media/${a}`)
      const [star] = (await team.card(modelId)).labels
      const map = (labelId: string) => owner.patch(`/ai/uploaded-models/${modelId}/labels`, { labels: [{ id: star?.id, labelId }] })
      const waits = async (wanted: number) =>
        t.equal(
          await until(
            () => waitingStatements(db),
            count => count === wanted
          ),
          wanted
        )

      /** Runs the model on a new image, and does the given work while its suggestion is written but not yet committed. */
      async function whileWriting<T>(fileName: string, colour: string, work: () => Promise<T>) {
        const mediaId = await team.addImage(fileName, await halves(colour))
        await finishedJobs(owner, projectId)
        return db.transaction().execute(async transaction => {
          await sql`lock table job_item in share mode`.execute(transaction)
          const { id } = await start(modelId)
          await waits(1)
          return { id, mediaId, done: await work() }
        })
      }
      async function suggestionsOf(id: string) {
        await finishedJobs(owner, projectId)
        return (await owner.get(`/ai/runs/${id}/suggestions`)).json().items
      }

      const first = await team.label('Asteroidea')
      const { id, mediaId, done } = await whileWriting('d.png', '#00ffff', async () => {
        const mapping = map(first)
        await waits(2) // for the end of the writing
        return { mapping }
      })
      t.equal((await done.mapping).statusCode, 200)
      t.match(await suggestionsOf(id), [{ mediaId, labelId: first, labelText: null, alternatives: [{ labelId: first }] }])
      await owner.delete(`/media/${mediaId}`)

      const second = await team.label('Asterias')
      const slow = await db.transaction().execute(async transaction => {
        const written = await whileWriting('e.png', '#ff00ff', async () => {
          await sql`lock table activity in share mode`.execute(transaction)
          const mapping = map(second)
          await waits(2)
          return { mapping }
        })
        // The mapping comes before the end of the run, which then waits for it, or after that.
        const isOver = async () =>
          (await db.selectFrom('ai_run').select('finished_at').where('id', '=', written.id).executeTakeFirstOrThrow()).finished_at !== null
        await until(
          async () => ({ count: await waitingStatements(db), isOver: await isOver() }),
          ({ count, isOver }) => count === 2 || (isOver && count === 1)
        )
        return written
      })
      t.equal((await slow.done.mapping).statusCode, 200)
      t.match(await suggestionsOf(slow.id), [{ mediaId: slow.mediaId, labelId: second, labelText: null }], 'it ends after the last image')
    })
  })
})
