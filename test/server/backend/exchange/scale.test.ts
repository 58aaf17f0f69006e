import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { unzipped } from '../../../support/zips.ts'

await forEachDatabase(t, async (t, database) => {
  t.test('with a known scale, tables measure in metres, and an archive states area, length and their method', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'a.jpg' }, { fileName: 'b.jpg' }], { database })
    const { owner, project, db } = scene
    const [a = '', b = ''] = project.mediaIds
    const place = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 12 }
    await db.updateTable('media').set(place).where('project_id', '=', project.id).execute()
    const scientificNameID = 'urn:lsid:marinespecies.org:taxname:123210'
    const taxon = { name: 'Brisinga', scientificName: 'Brisinga', taxonRank: 'genus', scientificNameID }
    const { id: labelId } = (await owner.post(`/projects/${project.id}/labels`, taxon)).json()
    const line = {
      kind: 'line',
      points: [
        [0, 0],
        [300, 400]
      ]
    }
    const box = { kind: 'box', x: 0, y: 0, width: 300, height: 400 }
    const create = (mediaId: string, shape: object) => ({ id: newId(), kind: 'create', annotationId: newId(), mediaId, shape, labelId })
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [create(a, line), create(a, box), create(b, line)] })
    const marks = [
      { x: 0, y: 0 },
      { x: 0, y: 1000 }
    ]
    await owner.put(`/media/${a}/scale`, { revision: 0, basis: { method: 'lasers', marks, spacingInMeters: 0.5 } })

    const table = (await scene.exported('csv')).content.toString().trimEnd().split('\n')
    t.same(
      table.map(row => row.split(',').slice(-3)),
      [
        ['metersPerPixel', 'lengthInMeters', 'areaInSquareMeters'],
        ['0.0005', '0.25', ''],
        ['0.0005', '0.2', '0.03'],
        ['', '', '']
      ]
    )

    const archive = await scene.exported('dwca', { license: 'CC-BY-4.0', organizationName: 'Example Institute' })
    t.equal(archive.state, 'ready', archive.failure ?? '')
    const files = await unzipped(archive.content)
    const rowsOf = (file: string) => {
      const [header = '', ...lines] = (files.get(file) ?? '').trimEnd().split('\n')
      return lines.map(row => Object.fromEntries(row.split('\t').map((cell, at) => [header.split('\t')[at] ?? '?', cell])))
    }
    t.match(rowsOf('event.txt').slice(0, 2), [
      { eventID: `urn:uuid:${a}`, sampleSizeValue: '3', sampleSizeUnit: 'square metre' },
      { eventID: `urn:uuid:${b}`, sampleSizeValue: '', sampleSizeUnit: '' }
    ])
    t.match(rowsOf('extendedmeasurementorfact.txt'), [
      { measurementTypeID: /OBSINDLX/, measurementValue: '0.25', measurementUnit: 'm', measurementMethod: 'along a line on the image' },
      { measurementTypeID: /AREABEDS/, measurementValue: '3', measurementMethod: 'scale from parallel laser points', occurrenceID: '' }
    ])
  })
})
