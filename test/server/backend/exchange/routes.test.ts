import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Export, Import } from '../../../../shared/contracts/exchange.ts'
import { forEachDatabase, type Person } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { openFiles } from '../../../support/open-files.ts'
import { sensitiveScene } from '../../../support/sensitive-scene.ts'
import { sheetOf } from '../../../support/workbooks.ts'

const images = [{ fileName: 'a.jpg' }, { fileName: 'b.jpg' }, { fileName: 'c.jpg' }]
const viame = (...rows: string[]) => rows.map((row, at) => `${at},${row}`).join('\n')
const two = viame('a.jpg,0,1,1,9,9,1,-1,Brisinga,1', 'b.jpg,1,1,1,9,9,1,-1,Porifera,1')
const filesOf = (dataDir: string) => readdirSync(join(dataDir, 'exchange')).map(name => name.slice(37))

await forEachDatabase(t, async (t, database) => {
  t.test('an export is created, listed, downloaded whole and in parts, and deleted', async t => {
    const scene = await exchangingProject(t, images, { database })
    await scene.importFile(two, { format: 'viame' })
    const made = await scene.exportedWhole('csv')
    t.match(made, {
      state: 'ready',
      sizeBytes: made.content.length,
      imageCount: 2,
      annotationCount: 2,
      createdBy: scene.owner.email,
      job: { state: 'done' }
    })
    const lines = made.content.toString().split('\n')
    t.match(lines[0], /^annotationID,fileName,/)
    t.match(lines[1], /,a\.jpg,,,urn:uuid:.*,Brisinga,Brisinga,.*,box,/)

    const url = `/api/exports/${made.id}/content`
    const authorization = `Bearer ${scene.owner.tokens.access_token}`
    const part = await scene.app.inject({ url, headers: { authorization, range: 'bytes=10-19' } })
    t.match(part, { statusCode: 206, headers: { 'content-range': `bytes 10-19/${made.content.length}`, 'content-length': '10' } })
    t.equal(part.body, made.content.toString().slice(10, 20))
    t.equal((await scene.app.inject({ url, headers: { authorization, range: 'bytes=99999999-' } })).statusCode, 416)
    t.match((await scene.app.inject({ url, headers: { authorization } })).headers, {
      'content-disposition': `attachment; filename="${made.fileName}"; filename*=UTF-8''${made.fileName}`,
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff'
    })

    const stored = `${made.id}.export`
    truncateSync(join(scene.config.dataDir, 'exchange', stored), 16 * 1024 ** 3) // so that reading it would take a while
    const head = await scene.app.inject({ method: 'HEAD', url, headers: { authorization } })
    t.notOk(
      openFiles().some(path => path.endsWith(stored)),
      'a HEAD request does not open the file'
    )
    t.match(head, { statusCode: 200, body: '', headers: { 'content-length': `${16 * 1024 ** 3}`, 'accept-ranges': 'bytes' } })

    t.match((await scene.owner.get(`/projects/${scene.project.id}/exports`)).json(), { items: [{ id: made.id }], nextCursor: null })
    t.equal((await scene.owner.delete(`/exports/${made.id}`)).statusCode, 204)
    t.equal((await scene.owner.get(`/exports/${made.id}`)).statusCode, 404)
    t.same(filesOf(scene.config.dataDir), ['findings'], 'its files are deleted too')
  })

  t.test('a table of counts and points on a map state taxa and places', async t => {
    const scene = await exchangingProject(t, images, { database })
    const [a, b, c] = scene.project.mediaIds
    await scene.importFile(`${two}\n2,a.jpg,0,1,1,9,9,1,-1,Brisinga,1,(atr) individualCount 7\n3,a.jpg,0,2,2,9,9,1,-1`, { format: 'viame' })
    await scene.db
      .updateTable('media')
      .set({ decimal_latitude: 40, decimal_longitude: -30.5, depth_in_meters: 12 })
      .where('id', '=', a!)
      .execute()
    t.equal(
      (await scene.exported('matrix')).content.toString(),
      'fileName,survey,site,eventDate,decimalLatitude,decimalLongitude,depthInMeters,Brisinga,Porifera\na.jpg,,,,40,-30.5,12,8,0\nb.jpg,,,,,,,0,1\n'
    )
    await scene.owner.put(`/media/${c}/work-state`, { state: 'done' })
    t.match((await scene.exported('matrix')).content.toString(), /\nc\.jpg,,,,,,,0,0\n$/, 'an examined image counts with zeros')
    const points = await scene.exportedWhole('geojson')
    t.match(points.losses, [{ message: 'An annotation of an image without a position was left out', count: 1 }])
    const [mark] = await scene.annotationsOf(b!)
    const report = (await scene.owner.get(`/exports/${points.id}/report`)).body.split('\r\n')
    t.match(report[1], /^left out,[\w-]+,b\.jpg,,An annotation of an image without a position was left out,1,.*\/annotate\?image=/)
    t.equal(report[1]?.split(',')[1], mark?.id, 'the report lists them')
    t.same(report.slice(2), [''])
    const { type, features } = JSON.parse(points.content.toString())
    t.equal(type, 'FeatureCollection')
    t.match(features[0], {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-30.5, 40] },
      properties: { label: 'Brisinga', depthInMeters: 12 }
    })
    t.equal(features.length, 3)
    t.ok(b)
  })

  t.test('tables can be Excel workbooks, with counts by site; a sample point is not an individual', async t => {
    const scene = await exchangingProject(t, images, { database })
    const [a, b, c] = scene.project.mediaIds
    await scene.importFile(`${two}\n2,a.jpg,0,1,1,9,9,1,-1,Brisinga,1\n3,a.jpg,0,2,2,9,9,1,-1`, { format: 'viame' })
    const [first] = await scene.annotationsOf(a!)
    const seven = { id: 'seven', kind: 'revise', annotationId: first!.id, revision: 1, attributes: { individualCount: 7 } }
    await scene.owner.post(`/projects/${scene.project.id}/annotations/operations`, { operations: [seven] })
    const site = (await scene.owner.post(`/projects/${scene.project.id}/sites`, { name: '=M1', type: 'station' })).json().id
    await scene.db.updateTable('media').set({ site_id: site }).where('id', 'in', [a!, b!]).execute()
    await scene.owner.put(`/media/${c}/work-state`, { state: 'done' })
    const matrix = await scene.exported('matrix', { groupBy: 'site', fileType: 'xlsx' })
    t.match(matrix, { fileName: /\.xlsx$/, imageCount: 3, losses: [{ message: 'An individual without a label was left out', count: 1 }] })
    t.same(await sheetOf(matrix.content), [
      ['site', 'images', 'imagesWithArea', 'areaInSquareMeters', 'Brisinga', 'Porifera'],
      ['=M1', 2, 0, null, 8, 1],
      ['no site', 1, 0, null, 0, 0]
    ])

    const before = (await scene.exported('matrix')).content.toString()
    const plan = { method: 'random', count: 3, seed: 'x' }
    t.equal((await scene.owner.post(`/projects/${scene.project.id}/samples`, { mediaIds: [a], plan })).statusCode, 200)
    t.equal((await scene.exported('matrix')).content.toString(), before, 'points of a sample are not counted')
    const { annotations: points } = (await scene.owner.get(`/media/${a}/annotations`)).json<{ annotations: Annotation[] }>()
    const named = points.filter(({ labelId, shape }) => labelId === null && shape?.kind === 'point').slice(0, 2)
    const operations = named.map(({ id, revision }) => ({
      id: `n-${id}`,
      kind: 'revise',
      annotationId: id,
      revision,
      labelId: first!.labelId
    }))
    await scene.owner.post(`/projects/${scene.project.id}/annotations/operations`, { operations })
    const [header = '', row = ''] = (await scene.exported('cover', { groupBy: 'site' })).content.toString().split('\n')
    t.match(header, /^site,label,scientificName,taxonRank,points,scorablePoints,share,low95,high95,/)
    t.match(row, /^'=M1,Brisinga,,,2,2,1,0\.3423\d+,1,1,,1,1,0,1$/, 'Wilson: 2 of 2 points')

    const [columns, ...rows] = await sheetOf((await scene.exportedWhole('csv', { fileType: 'xlsx' })).content)
    t.same(columns?.slice(0, 2), ['annotationID', 'fileName'])
    t.equal(rows.length, 7, 'every annotation has a row, including a sample point')
  })

  t.test('only annotations confirmed in review, or all that are not rejected', async t => {
    const scene = await exchangingProject(t, images, { database })
    await scene.importFile(two, { format: 'viame' })
    const [first] = await scene.annotationsOf(scene.project.mediaIds[0]!)
    const judge = (reviewState: string, revision: number) =>
      scene.owner.post(`/projects/${scene.project.id}/annotations/operations`, {
        operations: [{ id: `${reviewState}-${revision}`, kind: 'revise', annotationId: first!.id, revision, reviewState }]
      })
    await judge('confirmed', 1)
    t.equal((await scene.exported('csv', { include: 'confirmed' })).annotationCount, 1)
    await judge('rejected', 2)
    t.equal((await scene.exportedWhole('csv')).annotationCount, 1)
    t.equal((await scene.exported('csv', { include: 'confirmed' })).annotationCount, 0)
  })

  t.test('labels and people are proposed, corrected, and imported as decided; a repeated import adds to it', async t => {
    const scene = await exchangingProject(t, images, { database })
    const label = async (draft: object) => (await scene.owner.post(`/projects/${scene.project.id}/labels`, draft)).json().id
    const porifera = await label({ name: 'Sponges', scientificName: 'Porifera', taxonRank: 'phylum' })
    const brittle = await label({ name: 'Brittle star' })
    const biigle =
      'filename,shape_name,points,label_name,label_hierarchy,annotation_id,firstname,lastname,user_id\n' +
      `a.jpg,Point,"[1,2]",porifera,Animalia > porifera,1,Ada,Example,7\n` +
      `a.jpg,Point,"[3,4]",Sand,Bottom > Sand,2,,,\n` +
      `b.jpg,Point,"[5,6]",BRITTLE STAR,BRITTLE STAR,3,${scene.owner.email},,9\n` +
      `z.jpg,Point,"[5,6]",Sand,Bottom > Sand,4,,,\n`
    const checked = await scene.preview(biigle, { fileName: '../../reports/one.csv' })
    t.match(checked, {
      format: 'biigle',
      fileName: 'one.csv',
      preview: {
        annotationCount: 3,
        unmatchedAnnotationCount: 1,
        unmatchedImages: [{ fileName: 'z.jpg', annotationCount: 1, message: 'no image of this project has this file name' }],
        labels: [
          {
            name: 'porifera',
            path: ['Animalia'],
            match: 'scientificName',
            target: { kind: 'existing', labelId: porifera },
            targetName: 'Sponges'
          },
          { name: 'Sand', path: ['Bottom'], annotationCount: 1, match: null, target: { kind: 'new' } },
          { name: 'BRITTLE STAR', match: 'name', target: { kind: 'existing', labelId: brittle } }
        ],
        people: [
          { id: '7', name: 'Ada Example', annotationCount: 1, machine: false, accountId: null },
          { id: '9', accountId: scene.owner.id }
        ],
        unnamed: { source: 'human', name: null },
        unnamedCount: 1,
        findingCount: 1,
        refusedCount: 1
      }
    })

    const [sand, ada] = [checked.preview!.labels[1]!.id, checked.preview!.people[0]!.id]
    const put = (body: object) => scene.owner.put(`/imports/${checked.id}/mapping`, { revision: checked.revision, ...body })
    t.match((await put({ labels: [{ id: 'nothing', target: { kind: 'new' } }] })).json(), {
      status: 422,
      errors: [{ path: '/labels/0/id' }]
    })
    t.match((await put({ labels: [{ id: sand, target: { kind: 'existing', labelId: 'elsewhere' } }] })).json(), {
      status: 422,
      errors: [{ path: '/labels/0/target/labelId', message: 'is not a label of this catalog' }]
    })
    t.match((await put({ people: [{ id: ada, machine: false, accountId: 'a stranger' }] })).json(), { status: 422 })
    t.match((await put({ colour: 'blue' })).json(), { status: 422, errors: [{ path: '/colour' }] })
    t.match((await put({ revision: checked.revision - 1 })).json(), { status: 409, code: 'STALE_REVISION' })
    const mapped = await scene.map(checked, {
      labels: [{ id: sand, target: { kind: 'leaveOut' } }],
      people: [{ id: ada, machine: true, accountId: null }]
    })
    t.match(mapped, { state: 'ready', revision: checked.revision + 1, preview: { labels: [{}, { target: { kind: 'leaveOut' } }] } })
    t.match((await scene.owner.post(`/imports/${checked.id}/apply`, { revision: checked.revision })).json(), { status: 409 })
    const applied = await scene.apply(mapped)
    t.match(applied, { state: 'applied', result: { annotationCount: 2, newLabelCount: 0, leftOutCount: 1, imageCount: 2 } })
    const report = (await scene.owner.get(`/imports/${checked.id}/findings`)).body
    t.same(report.split('\r\n').slice(1), [
      'left out,5,filename,,z.jpg,no image of this project has this file name',
      'left out,3,,,a.jpg,Its label “Sand” was left out',
      ''
    ])
    t.match(await scene.annotationsOf(scene.project.mediaIds[0]!), [{ labelId: porifera, source: 'machine', annotator: 'Ada Example' }])
    t.match(await scene.annotationsOf(scene.project.mediaIds[1]!), [
      { source: 'human', createdBy: scene.owner.id, annotator: scene.owner.email }
    ])
    t.match((await scene.owner.get(`/media/${scene.project.mediaIds[0]}`)).json(), { annotationCount: 1 })
    t.match((await scene.owner.get(`/labels/${porifera}`)).json(), { annotationCount: 1 })
    const [imported] = await scene.annotationsOf(scene.project.mediaIds[0]!)
    t.match((await scene.owner.get(`/annotations/${imported!.id}/history`)).json().versions, [{ kind: 'import', by: scene.owner.email }])

    t.match((await scene.owner.post(`/imports/${checked.id}/apply`, { revision: applied.revision })).json(), {
      status: 409,
      code: 'IMPORT_APPLIED'
    })
    const again = await scene.preview(biigle)
    t.match(again.preview, { existingAnnotationCount: 2, labels: [{}, { match: null }] })
    t.same(
      new Set(filesOf(scene.config.dataDir)),
      new Set(['findings', 'outcome', 'upload', 'staged']),
      'an applied import keeps only its findings'
    )
  })

  t.test('sample points of a label that is left out come without a label', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'a.jpg', width: 100, height: 100 }], { database })
    const rows = ['Coral', 'Sand', 'Sand', 'Coral'].map((label, at) => `a.jpg,${10 * at + 5},20,${label}`)
    const checked = await scene.preview(`Name,Row,Column,Label code\n${rows.join('\n')}\n`)
    t.match(checked.preview!.labels, [{ samplePointCount: 2 }, { samplePointCount: 2 }])
    const labels = checked.preview!.labels.map(({ id, name }) => ({ id, target: { kind: name === 'Sand' ? 'leaveOut' : 'new' } }) as never)
    const applied = await scene.apply(await scene.map(checked, { labels }))
    t.match(applied, { state: 'applied', result: { annotationCount: 4, newLabelCount: 1, leftOutCount: 0, unlabelledCount: 2 } })
    const [mediaId = ''] = scene.project.mediaIds
    const points = await scene.annotationsOf(mediaId)
    t.equal(points.filter(({ labelId }) => labelId === null).length, 2)
    const { samples } = (await scene.owner.get(`/media/${mediaId}/samples`)).json()
    t.match(samples, [{ points: { length: 4 } }], 'all four count in percent cover')
    const report = (await scene.owner.get(`/imports/${checked.id}/findings`)).body
    t.match(report, /The point has no label, because “Sand” was left out/)
  })

  t.test('new labels are added with their ancestors, under existing labels of the catalog', async t => {
    const scene = await exchangingProject(t, images, { database })
    const animalia = (await scene.owner.post(`/projects/${scene.project.id}/labels`, { name: 'Animalia' })).json().id
    const coco = {
      images: [{ id: 1, file_name: 'a.jpg', width: 4000, height: 3000 }],
      categories: [
        { id: 1, name: 'Brisinga', supercategory: 'animalia > Echinodermata' },
        { id: 2, name: 'Unused' }
      ],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }]
    }
    await scene.importFile(JSON.stringify(coco))
    const { labels } = (await scene.owner.get(`/projects/${scene.project.id}/labels/outline`)).json()
    const byName = new Map<string, { id: string; parentId: string }>(labels.map((each: { name: string }) => [each.name, each]))
    t.same([...byName.keys()].sort(), ['Animalia', 'Brisinga', 'Echinodermata'], 'labels without annotations are left out')
    t.equal(byName.get('Echinodermata')?.parentId, animalia)
    t.equal(byName.get('Brisinga')?.parentId, byName.get('Echinodermata')?.id)
  })

  t.test('an image is removed, or a label deleted, between preview and import', async t => {
    const scene = await exchangingProject(t, images, { database })
    const checked = await scene.preview(two)
    await scene.owner.delete(`/media/${scene.project.mediaIds[1]}`)
    t.match(await scene.apply(checked), { state: 'applied', result: { annotationCount: 1, vanishedCount: 1 } })
    t.match(
      (await scene.owner.get(`/imports/${checked.id}/findings`)).body,
      /\r\nleft out,2,,,b\.jpg,The image was removed from the project in the meantime\r\n$/
    )

    const porifera = (await scene.owner.post(`/projects/${scene.project.id}/labels`, { name: 'Urchin' })).json().id
    const next = await scene.preview('0,a.jpg,0,1,1,9,9,1,-1,urchin,1')
    await scene.owner.delete(`/labels/${porifera}`)
    const failed = await scene.apply(next)
    t.match(failed, {
      state: 'ready',
      job: { state: 'failed' },
      failure: 'The label “Urchin” is no longer in the catalog: choose another one for “urchin”'
    })
    t.equal((await scene.annotationsOf(scene.project.mediaIds[0]!)).length, 1, 'nothing was imported')
    const mapped = await scene.map(failed, { labels: [{ id: 'urchin', target: { kind: 'new' } }] })
    t.match(await scene.apply(mapped), { state: 'applied', result: { annotationCount: 1, newLabelCount: 1 } })
  })

  t.test('a file is read again with other options, and after images were added', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'a.jpg', width: 10, height: 10 }], { database })
    const first = await scene.preview('Name,Row,Column,Label code\na.jpg,10,10,Brisinga\nq.jpg,1,1,Brisinga\n')
    t.match(first.preview, { annotationCount: 0, refusedCount: 2, unmatchedAnnotationCount: 1 })
    await scene.db.updateTable('media').set({ file_name: 'q.jpg', name_key: 'q.jpg', stem_key: 'q' }).execute()
    const again = await scene.settled(await scene.owner.post(`/imports/${first.id}/check`, { format: 'coralnet', countedFrom: 1 }))
    t.match(again, { state: 'ready', options: { countedFrom: 1 }, preview: { annotationCount: 1 } })
    t.match(await scene.settled(await scene.owner.post(`/imports/${first.id}/check`, { format: 'coco' })), {
      state: 'failed',
      failure: /^This is not JSON/,
      preview: null
    })
    t.equal((await scene.owner.post(`/imports/${first.id}/apply`, { revision: 99 })).statusCode, 409)
  })

  t.test('strangers see nothing, viewers read, and editors import and export', async t => {
    const scene = await exchangingProject(t, images, { database })
    const [stranger, viewer] = [await scene.signUp('bob@lab.example'), await scene.signUp('vera@lab.example')]
    await scene.owner.post(`/projects/${scene.project.id}/members`, { email: viewer.email, role: 'viewer' })
    const checked = await scene.preview(two)
    const { id: exportId } = await scene.exported('csv')
    const at = (person: typeof viewer) => ({
      see: [
        person.get(`/projects/${scene.project.id}/exports`),
        person.get(`/exports/${exportId}`),
        person.get(`/exports/${exportId}/content`),
        person.get(`/exports/${exportId}/report`),
        person.get(`/projects/${scene.project.id}/imports`),
        person.get(`/imports/${checked.id}`),
        person.get(`/imports/${checked.id}/findings`)
      ],
      change: [
        person.post(`/projects/${scene.project.id}/exports`, { format: 'coco' }),
        person.delete(`/exports/${exportId}`),
        scene.bring(two, {}, { by: person }),
        person.post(`/imports/${checked.id}/check`, {}),
        person.put(`/imports/${checked.id}/mapping`, { revision: checked.revision }),
        person.post(`/imports/${checked.id}/apply`, { revision: checked.revision }),
        person.delete(`/imports/${checked.id}`)
      ]
    })
    const codes = async (answers: Promise<{ statusCode: number }>[]) => (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    t.same(await codes(at(viewer).see), Array(7).fill(200))
    t.same(await codes(at(viewer).change), Array(7).fill(403))
    t.same(await codes([...at(stranger).see, ...at(stranger).change]), Array(14).fill(404))
    t.match((await scene.importOf(checked.id)).revision, checked.revision)
    t.equal((await scene.owner.post(`/projects/${scene.project.id}/exports`, { format: 'docx' })).statusCode, 422)
    t.equal((await scene.owner.post(`/projects/${scene.project.id}/exports`, { format: 'coco', colour: 1 })).statusCode, 422)
    t.match((await scene.bring('', {})).json(), { status: 422, code: 'EMPTY_IMPORT' })
    t.equal((await scene.bring(two, { format: 'docx' as 'coco' })).statusCode, 400)
    const announced = await scene.app.inject({
      method: 'POST',
      url: `/api/projects/${scene.project.id}/imports`,
      headers: { authorization: `Bearer ${scene.owner.tokens.access_token}`, 'content-length': String(1024 ** 3 + 1) },
      payload: two
    })
    t.match(announced.json(), { status: 413, detail: 'A file to import can be up to 1 GiB in size: split it' })
    t.same(filesOf(scene.config.dataDir).sort(), ['export', 'findings', 'report', 'staged', 'upload'], 'no refused file is left')
    t.equal((await scene.owner.delete(`/imports/${checked.id}`)).statusCode, 204)
    t.same(filesOf(scene.config.dataDir).sort(), ['export', 'report'])
  })

  t.test('the report and the faults of an export are for those who may have its file', async t => {
    const { owner, project, db, siteId, member, rule, exported } = await sensitiveScene(t, database)
    const [viewer, editor] = [await member('viewer'), await member('editor')]
    await db.updateTable('site').set({ minimum_depth_in_meters: 400 }).where('id', '=', siteId).execute()
    const seenBy = async ({ get }: Person, id: string) => {
      const report = await get(`/exports/${id}/report`)
      const one = (await get(`/exports/${id}`)).json<Export>()
      const listed = (await get(`/projects/${project.id}/exports`)).json<{ items: Export[] }>().items.find(made => made.id === id)
      t.same(listed, one)
      const { losses, faults, warningCount } = one
      return {
        report: report.statusCode === 200 ? report.body : report.json().code,
        details: JSON.stringify([losses, faults]),
        warningCount
      }
    }
    const secret = /Secret Reef/
    const older = await exported('dwca')
    t.match(await seenBy(viewer, older.id), { report: secret, details: secret })
    await rule()
    const refused = { report: 'FILE_HAS_OLDER_PLACES', details: '[[],[]]', warningCount: older.warningCount }
    t.same([await seenBy(viewer, older.id), await seenBy(editor, older.id)], [refused, refused])
    t.match(await seenBy(owner, older.id), { report: secret, details: secret })

    const newer = await exported('dwca')
    for (const by of [viewer, editor]) t.match(await seenBy(by, newer.id), { report: /^\ufeffkind,/, details: /Position/ })
    t.notMatch((await seenBy(owner, newer.id)).report, secret)
    const house = await exported('dwca', { exactPositions: true })
    for (const by of [viewer, editor]) t.match(await seenBy(by, house.id), { report: 'FILE_STAYS_IN_HOUSE', details: '[[],[]]' })
    t.match(await seenBy(owner, house.id), { report: secret, details: secret })
  })

  t.test('a waiting import can be cancelled, and repeated', async t => {
    const idle = await exchangingProject(t, images, { database, runJobs: false })
    const started = (await idle.owner.post(`/projects/${idle.project.id}/exports`, { format: 'coco' })).json<Export>()
    t.match(started, { state: 'making', job: { state: 'waiting' } })
    await idle.owner.post(`/jobs/${started.job!.id}/cancel`)
    t.match((await idle.owner.get(`/exports/${started.id}`)).json(), { state: 'cancelled' })
    const brought = (await idle.bring(two)).json<Import>()
    t.match((await idle.owner.post(`/imports/${brought.id}/check`, {})).json(), { status: 409, code: 'IMPORT_BUSY' })
    await idle.owner.post(`/jobs/${brought.job!.id}/cancel`)
    t.match(await idle.importOf(brought.id), { state: 'failed', failure: 'The job was cancelled', preview: null })
    t.match((await idle.owner.post(`/imports/${brought.id}/check`, {})).json(), { state: 'checking', job: { state: 'waiting' } })
    t.equal((await idle.owner.delete(`/imports/${brought.id}`)).statusCode, 204)
    t.match((await idle.owner.get(`/projects/${idle.project.id}/jobs`)).json().items[0], { state: 'cancelled' })
  })
})
