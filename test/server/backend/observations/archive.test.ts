import t from 'tap'
import { forEachDatabase } from '../../../support/backend.ts'
import { addSensitiveRecord } from '../../../support/outside/sensitive-record.ts'
import { describe } from '../../../support/published.ts'
import { sensitiveScene } from '../../../support/sensitive-scene.ts'
import { unzipped } from '../../../support/zips.ts'

await forEachDatabase(t, (t, database) => {
  t.test('an archive has the observations of the team as chosen, once, with their basis of record and event', async t => {
    const scene = await sensitiveScene(t, database)
    await addSensitiveRecord(scene)
    const { owner, project, sponge, otherSiteId, annotationIds } = scene
    const observed = async (draft: object) => (await owner.post(`/projects/${project.id}/observations`, draft)).json().id
    const haul = {
      labelId: sponge,
      eventDate: '2026-05',
      siteId: otherSiteId,
      samplingProtocol: 'Agassiz trawl',
      minimumDepthInMeters: 12.5
    }
    const [first, second] = [
      await observed({ ...haul, individualCount: 4, basisOfRecord: 'PreservedSpecimen', recordedBy: 'Ada', occurrenceID: 'net-7' }),
      await observed({ ...haul, occurrenceStatus: 'absent', eventDate: '2026-05' })
    ]
    await observed({ ...haul, sameAsAnnotationId: annotationIds[0] })
    await observed({ verbatimIdentification: 'something red', eventDate: '2026-06-04', siteId: otherSiteId })
    await observed({ labelId: sponge, siteId: otherSiteId })
    const tables = async (options: object) => {
      const made = await scene.exported('dwca', options)
      t.equal(made.state, 'ready', `${made.failure} ${JSON.stringify(made.faults)}`)
      return { ...made, files: await unzipped(made.content) }
    }
    const rowsOf = (text = '') => {
      const [header = [], ...rows] = text
        .trimEnd()
        .split('\n')
        .map(line => line.split('\t'))
      return rows.map(cells => Object.fromEntries(header.map((name, place) => [name, cells[place]])))
    }

    const without = await tables({})
    const pictures = rowsOf(without.files.get('occurrence.txt')).length
    const { files, losses } = await tables({ observations: true })
    const occurrences = rowsOf(files.get('occurrence.txt'))
    const basis = (name: string) => occurrences.filter(({ basisOfRecord }) => basisOfRecord === name)
    t.equal(basis('MachineObservation').length, pictures)
    t.equal(occurrences.length, pictures + 4, 'two of the haul, one at the reef, and one with only a name')
    t.match(basis('PreservedSpecimen'), [
      {
        ...{ occurrenceID: 'net-7', scientificName: 'Porifera', individualCount: '4', occurrenceStatus: 'present', recordedBy: 'Ada' },
        identificationVerificationStatus: ''
      }
    ])
    const absent = occurrences.find(({ occurrenceID }) => occurrenceID === `urn:uuid:${second}`)
    t.match(absent, { basisOfRecord: 'HumanObservation', occurrenceStatus: 'absent', individualCount: '' })
    t.notOk(occurrences.some(({ occurrenceID }) => occurrenceID === `urn:uuid:${first}`))
    t.equal(absent?.eventID, basis('PreservedSpecimen')[0]?.eventID, 'one event for the haul')
    t.match(
      rowsOf(files.get('event.txt')).find(({ eventID }) => eventID === absent?.eventID),
      {
        ...{ eventType: 'Observation', parentEventID: `urn:uuid:${otherSiteId}`, eventDate: '2026-05', samplingProtocol: 'Agassiz trawl' },
        ...{ decimalLatitude: '41.25', minimumDepthInMeters: '12.5', maximumDepthInMeters: '12.5', locality: 'Open Bank' }
      }
    )
    t.match(
      rowsOf(files.get('event.txt')).find(({ eventID }) => eventID === `urn:uuid:${otherSiteId}`),
      { eventDate: '2024-05-01/2026-05-31' },
      'days stay days'
    )
    t.ok(losses.some(({ message }) => message === 'An observation without a taxon was left out'))
    t.ok(losses.some(({ message }) => message === 'An observation without a date was left out'))
    t.notMatch([...files].flat().join('\n'), /Desmophyllum/, 'outside records are published already')
    const again = await tables({ observations: true })
    t.same(rowsOf(again.files.get('event.txt')), rowsOf(files.get('event.txt')), 'the same events in every export')
  })

  t.test('a generalised observation has the largest uncertainty: its own, that of the publication, or that of the cell', async t => {
    const { owner, project, sponge, rule, exported } = await sensitiveScene(t, database)
    await rule({ grid: '0.1' })
    await describe(owner, project.id, { coordinateUncertaintyInMeters: 15_000 })
    const observed = (decimalLatitude: number, coordinateUncertaintyInMeters: number) =>
      owner.post(`/projects/${project.id}/observations`, {
        ...{ labelId: sponge, eventDate: '2026-05-01', decimalLatitude, decimalLongitude: 20.12 },
        ...{ coordinateUncertaintyInMeters, minimumDepthInMeters: 10 }
      })
    await observed(10.12, 20_000)
    await observed(30.12, 5)
    const text = (await unzipped((await exported('dwca', { observations: true })).content)).get('event.txt') ?? ''
    const [header = [], ...rows] = text.split('\n').map(line => line.split('\t'))
    const cell = (row: string[], name: string) => Number(row[header.indexOf(name)])
    const metersAt = (latitude: number) =>
      rows.filter(row => cell(row, 'decimalLatitude') === latitude).map(row => cell(row, 'coordinateUncertaintyInMeters'))
    t.same([metersAt(10.15), metersAt(30.15)], [[20_000], [15_000]])
  })
})
