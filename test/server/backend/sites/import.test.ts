import t, { type Test } from 'tap'
import type { PastImport } from '../../../../shared/contracts/past-import.ts'
import type { SiteFile } from '../../../../shared/contracts/site-imports.ts'
import type { Sites } from '../../../../shared/contracts/sites.ts'
import { siteFileLimitBytes, siteImportLimit } from '../../../../shared/limits.ts'
import { type DatabaseKind, forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

async function scene(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database })
  const owner = await backend.signUp('ana@lab.example')
  const { id: projectId } = await owner.makeProject()
  const read = (text: string | Buffer, query = '', person: Person = owner) =>
    backend.app.inject({
      method: 'POST',
      url: `/api/projects/${projectId}/site-imports/preview${query}`,
      headers: { authorization: `Bearer ${person.tokens.access_token}`, 'content-type': 'application/octet-stream' },
      payload: text
    })
  const preview = async (text: string, query = '?fileName=survey.gpx') => {
    const answer = await read(text, query)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<SiteFile>()
  }
  const add = (sites: object[], person: Person = owner) =>
    person.post(`/projects/${projectId}/site-imports`, { fileName: 'survey.gpx', sites })
  const sites = async () => (await owner.get(`/projects/${projectId}/sites`)).json<Sites>().sites
  return { ...backend, owner, projectId, read, preview, add, sites }
}

const gpx = `<?xml version="1.0"?>
<gpx version="1.1" creator="plotter" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="-17.5" lon="179.9"><ele>-12.5</ele><name>M1</name><desc>Outer reef</desc></wpt>
  <wpt lat="-17.6" lon="-179.9"><name>M1</name></wpt>
  <wpt lat="91" lon="10"><name>North of north</name></wpt>
  <rte><name>Line</name><rtept lat="-17.5" lon="179.5"/><rtept lat="-17.5" lon="-179.5"/></rte>
  <trk><name>Dive</name>
    <trkseg><trkpt lat="1" lon="2"><time>2026-05-01T10:00:00Z</time></trkpt><trkpt lat="1.5" lon="2"/></trkseg>
    <trkseg><trkpt lat="2" lon="2"/></trkseg>
  </trk>
</gpx>`

const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>
  <Placemark><name>Plot</name><description><![CDATA[<b>Seagrass</b> plot]]></description>
    <Polygon><outerBoundaryIs><LinearRing><coordinates>10,50,0 11,50,0 11,51,0 10,51,0 10,50,0</coordinates></LinearRing></outerBoundaryIs>
    <innerBoundaryIs><LinearRing><coordinates>10.4,50.4 10.6,50.4 10.6,50.6 10.4,50.4</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
  <Placemark><name>Pair</name><MultiGeometry><Point><coordinates>1,2</coordinates></Point><Point><coordinates>3,4</coordinates></Point></MultiGeometry></Placemark>
  <Placemark><name>Nothing</name></Placemark>
  <Placemark><name>Bow tie</name><LinearRing><coordinates>0,0 2,2 2,0 0,1 0,0</coordinates></LinearRing></Placemark>
</Folder></Document></kml>`

const geojson = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', id: 7, properties: { station: 'S7' }, geometry: { type: 'Point', coordinates: [11.102, 58.883, -30] } },
    { type: 'Feature', properties: null, geometry: { type: 'Point', coordinates: [58.883, 111.102] } },
    { type: 'Feature', properties: {}, geometry: null },
    {
      type: 'Feature',
      properties: { name: 'Both' },
      geometry: {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [0, 1]
          ],
          [
            [5, 5],
            [5, 6]
          ]
        ]
      }
    }
  ]
})

await forEachDatabase(t, (t, database) => {
  t.test('the places of a GPX, KML or GeoJSON file and of a table are previewed as sites, with faults and remarks', async t => {
    const { owner, projectId, preview } = await scene(t, database)
    await owner.post(`/projects/${projectId}/sites`, { name: 'line' })
    const { format, sites } = await preview(gpx)
    t.equal(format, 'GPX')
    t.match(sites, [
      { row: 3, name: 'M1', kind: 'station', isKnown: false, faults: [], remarks: ['Its height below sea level is read as depth'] },
      { row: 4, name: 'M1 (2)', remarks: ['“M1” already occurs in this file'] },
      { row: 5, draft: null, faults: ['The latitude 91 is beyond 90'] },
      { row: 6, name: 'Line', kind: 'transect', isKnown: true },
      { row: 7, name: 'Dive 1', kind: 'transect', remarks: ['Its times are left out'] },
      { row: 7, name: 'Dive 2', draft: null, faults: ['A line needs at least two points'] }
    ])
    t.match(sites[0]!.draft, {
      type: 'station',
      decimalLatitude: -17.5,
      decimalLongitude: 179.9,
      minimumDepthInMeters: 12.5,
      notes: 'Outer reef'
    })
    t.match(
      sites[3]!.draft,
      { type: 'transect', decimalLatitude: /^-17\.5/, footprintWKT: /^MULTILINESTRING/ },
      'a line over 180° is cut there'
    )
    t.equal(Math.abs(sites[3]!.draft!.decimalLongitude!), 180, 'its middle is on 180°')

    const drawn = await preview(kml, '?fileName=plots.kml')
    t.equal(drawn.format, 'KML')
    t.match(drawn.sites, [
      {
        name: 'Plot',
        kind: 'area',
        draft: { type: 'site', footprintWKT: /^POLYGON/, notes: 'Seagrass plot' },
        remarks: ['Its holes are left out']
      },
      { name: 'Pair 1', draft: { decimalLongitude: 1, decimalLatitude: 2 } },
      { name: 'Pair 2', draft: { decimalLongitude: 3, decimalLatitude: 4 } },
      { name: 'Nothing', faults: ['It has no position'] },
      { name: 'Bow tie', faults: ['Its outline crosses itself'] }
    ])

    const collection = await preview(geojson, '?fileName=stations.geojson')
    t.equal(collection.format, 'GeoJSON')
    t.match(collection.sites, [
      { row: 1, name: 'S7', draft: { decimalLatitude: 58.883, minimumDepthInMeters: 30, maximumDepthInMeters: 30 } },
      { row: 2, name: 'stations 2', faults: ['The latitude 111.102 is beyond 90: are latitude and longitude swapped?'] },
      { row: 3, faults: ['It has no position'] },
      { row: 4, name: 'Both 1', kind: 'transect' },
      { row: 4, name: 'Both 2' }
    ])

    const table = await preview('Station;Lat;Lon;Depth [m]\nA;58,5;11,25;20\nB;;;\nC;59 N;3 W;deep\n', '?fileName=a.csv')
    t.equal(table.format, 'table')
    t.match(table.sites, [
      { row: 2, name: 'A', draft: { decimalLatitude: 58.5, decimalLongitude: 11.25, minimumDepthInMeters: 20, maximumDepthInMeters: 20 } },
      { row: 3, name: 'B', faults: ['It has no position'] },
      {
        row: 4,
        name: 'C',
        draft: { decimalLatitude: 59, decimalLongitude: -3, minimumDepthInMeters: null },
        remarks: [/“deep” is not a number/]
      }
    ])
  })

  t.test('a shape that was cut at 180° becomes one site', async t => {
    const { preview } = await scene(t, database)
    const multi = (type: string, coordinates: unknown, name = 'Cut') => ({
      type: 'Feature',
      properties: { name },
      geometry: { type, coordinates }
    })
    const box = (west: number, south: number, east: number, north: number) => [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south]
      ]
    ]
    const found = async (...features: object[]) =>
      (await preview(JSON.stringify({ type: 'FeatureCollection', features }), '?fileName=a.geojson')).sites
    const [area, line, apart, clasp, twice] = [
      await found(multi('MultiPolygon', [box(179, -17, 180, -15), box(-180, -17, -177, -15)])),
      await found(
        multi('MultiLineString', [
          [
            [179, 0],
            [180, 0]
          ],
          [
            [-180, 0],
            [-179, 0],
            [-180, 1]
          ],
          [
            [180, 1],
            [179, 2]
          ],
          [
            [5, 5],
            [6, 6]
          ]
        ])
      ),
      await found(multi('MultiPolygon', [box(179, -17, 180, -15), box(-180, -10, -179, -9), box(1, 1, 2, 2)])),
      // two arms on one side of 180°, separated from the body at different corners
      await found(
        multi('MultiPolygon', [box(179, 0, 180, 9), box(-180, 0, -179, 2), [box(-180, 7, -179, 9)[0]!.toReversed()], box(10, 0, 11, 1)])
      ),
      await found(multi('MultiPolygon', [box(-180, 0, 180, 1), box(-180, 1, 180, 2)]))
    ]
    t.match(area, [{ name: 'Cut', kind: 'area', faults: [], draft: { decimalLatitude: -16, decimalLongitude: -179 } }])
    t.equal(area.length, 1)
    t.match(area[0]!.draft!.footprintWKT, /^MULTIPOLYGON/, 'the footprint is cut again')
    t.match(line, [
      { name: 'Cut 1', draft: { footprintWKT: 'MULTILINESTRING ((179 0, 180 0), (-180 0, -179 0, -180 1), (180 1, 179 2))' } },
      { name: 'Cut 2', draft: { footprintWKT: 'LINESTRING (5 5, 6 6)' } }
    ])
    t.equal(line.length, 2)
    t.equal(apart.length, 3, 'areas that share no edge stay separate')
    t.equal(clasp.length, 2)
    t.match(clasp[0], { faults: [], draft: { decimalLatitude: 4.5 } })
    t.match(clasp[1], { draft: { decimalLongitude: 10.5 } })
    t.equal(twice.length, 2, 'bands around the earth stay separate')

    const ring = (text: string) =>
      `<Polygon><outerBoundaryIs><LinearRing><coordinates>${text}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
    const cut = `<MultiGeometry>${ring('179,0 180,0 180,1 179,1 179,0')}${ring('-180,0 -179,0 -179,1 -180,1 -180,0')}</MultiGeometry>`
    const { sites } = await preview(`<kml><Placemark><name>Reef</name>${cut}</Placemark></kml>`, '?fileName=a.kml')
    t.match(sites, [{ name: 'Reef', draft: { decimalLatitude: 0.5, decimalLongitude: -180 } }])
    t.equal(sites.length, 1)
  })

  t.test('a footprint of a table gives its site a point, unless the table has one', async t => {
    const { preview } = await scene(t, database)
    const footprints = [
      'LINESTRING (0 0, 0 1, 0 4)',
      'MULTILINESTRING ((179 0, 180 0), (-180 0, -178 0))',
      'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (2 0.5, 3.5 0.5, 3.5 3.5, 2 3.5, 2 0.5))',
      'MULTIPOLYGON (((179 -17, 180 -17, 180 -15, 179 -15, 179 -17)), ((-180 -17, -177 -17, -177 -15, -180 -15, -180 -17)))',
      'MULTIPOINT (1 1, 3 5)',
      'POLYGON ((0 0, 1 1, 2 2, 0 0))',
      'LINESTRING (0 0, 1'
    ]
    const { sites } = await preview(`name;wkt\n${footprints.map((text, at) => `S${at};${text}`).join('\n')}\n`, '?fileName=a.csv')
    t.match(sites, [
      { kind: 'transect', draft: { decimalLatitude: 2, decimalLongitude: 0, footprintWKT: footprints[0] } },
      { draft: { decimalLatitude: 0, decimalLongitude: -179.5 } },
      { kind: 'area', draft: { decimalLatitude: 2 } },
      { draft: { decimalLatitude: -16, decimalLongitude: -179, footprintWKT: footprints[3] } },
      { draft: { decimalLatitude: 3, decimalLongitude: 2 } },
      { draft: { decimalLatitude: null, decimalLongitude: null } },
      { draft: null, faults: [/^Its footprintWKT/] }
    ])
    t.ok(Math.abs(sites[2]!.draft!.decimalLongitude! - (16 * 2 - 4.5 * 2.75) / 11.5) < 1e-6, 'without its hole')
    const given = await preview('name,lat,lon,wkt\nA,7,8,"LINESTRING (0 0, 0 4)"\n', '?fileName=a.csv')
    t.match(given.sites, [{ draft: { decimalLatitude: 7, decimalLongitude: 8 } }])
  })

  t.test('files that cannot be read are refused with a reason', async t => {
    const { signUp, owner, projectId, read } = await scene(t, database)
    const refused = async (text: string | Buffer, sentence: RegExp) => {
      const answer = await read(text)
      t.equal(answer.statusCode, 422, String(text).slice(0, 40))
      t.match(answer.json().detail, sentence)
    }
    await refused('', /./)
    await refused('<html/>', /not GPX.*root element is “html”/)
    await refused('<!DOCTYPE gpx [<!ENTITY a "aaaa">]><gpx>&a;</gpx>', /document type/)
    await refused('<gpx><wpt lat="1"', /not GPX|not well-formed/)
    await refused('{"type":', /not JSON/)
    await refused(
      '{"type":"FeatureCollection","crs":{"properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[]}',
      /EPSG::3857.*WGS 84/
    )
    await refused(Buffer.from('PK\u0003\u0004 archive'), /archive.*unpack a KMZ/)
    await refused('$GPGGA,1,2,3\n', /NMEA 0183.*navigation track/)
    await refused('name,depth\nA,3\n', /columns named latitude and longitude/)
    const many = Array.from({ length: siteImportLimit + 1 }, (_, at) => `<wpt lat="1" lon="${at / 100}"/>`)
    await refused(`<gpx>${many.join('')}</gpx>`, /more than 1,000 places/)
    t.equal((await read(Buffer.alloc(siteFileLimitBytes + 1, 32))).statusCode, 413)

    const nested = (depth: number): object =>
      depth === 0 ? { type: 'Point', coordinates: [1, 2] } : { type: 'GeometryCollection', geometries: [nested(depth - 1)] }
    t.match((await read(JSON.stringify(nested(50)))).json(), { sites: [{ faults: ['It has no position'] }] })
    const long = Array.from({ length: 5000 }, (_, at) => `<rtept lat="${Math.sin(at / 100)}" lon="${at / 100}"/>`)
    const { sites } = (await read(`<gpx><rte>${long.join('')}</rte></gpx>`)).json<SiteFile>()
    t.match(sites, [{ faults: [], remarks: [/^Reduced to [\d,]+ of 5,000 points/] }])
    t.ok(sites[0]!.draft!.footprintWKT!.length <= 10_000)
    const jagged = Array.from({ length: 5000 }, (_, at) => `<rtept lat="${(at % 7) * 10}" lon="${at / 100}"/>`)
    t.match((await read(`<gpx><rte>${jagged.join('')}</rte></gpx>`)).json(), { sites: [{ faults: ['Its line is too long to be stored'] }] })

    const first = async (text: string | Buffer) => (await read(text)).json<SiteFile>().sites[0]!
    const ring = (corners: string) =>
      `<kml><Placemark><name/><LinearRing><coordinates>${corners}</coordinates></LinearRing></Placemark></kml>`
    t.match(await first(ring('-180,-60 -90,-61 0,-60 90,-61 180,-60')), { name: 'Place 1', faults: [/more than 180° of longitude/] })
    t.match(await first('{"type":"Point","coordinates":[1e-8,-1e-8]}'), { draft: { decimalLatitude: 0 }, faults: [] })
    t.match(await first('{"type":"LineString","coordinates":[[1e-7,0],[2,1]]}'), {
      draft: { footprintWKT: 'LINESTRING (0.0000001 0, 2 1)' }
    })
    const odd = {
      type: 'Feature',
      properties: { name: 'A\0\ud800', description: `${'n'.repeat(1999)}🐟` },
      geometry: { type: 'Point', coordinates: [1, 2] }
    }
    t.match(await first(JSON.stringify(odd)), { name: 'A\ufffd', draft: { notes: /n$|\ufffd$/ }, remarks: [/notes are cut off/] })
    t.match(await first(Buffer.from('<gpx><wpt lat="1" lon="2"><name>M\xf8rk</name></wpt></gpx>', 'latin1')), { name: 'Mørk' })
    t.match(await first(Buffer.from('\ufeff<gpx><wpt lat="1" lon="2"><name>M1</name></wpt></gpx>', 'utf16le')), { name: 'M1' })
    t.match(await first('name,wkt,lat,lon\nA,POINT (11.1 58.5),,\n'), {
      kind: 'station',
      draft: { decimalLatitude: 58.5, footprintWKT: null }
    })
    t.match(await first('name,lat,lon,depth\nA,1,2,-30\n'), { remarks: [/negative/] })
    // each took hours before it was bounded
    const busy = [
      `name,lat,lon\nA,${'1'.repeat(900_000)}x,2\n`,
      `${'('.repeat(900_000)},lat,lon\nA,1,2\n`,
      `<kml><Placemark><description><![CDATA[${'<'.repeat(2_000_000)}]]></description><Point><coordinates>1,2</coordinates></Point></Placemark></kml>`,
      ring(Array.from({ length: 20_000 }, (_, at) => `${((at * 179) % 360) - 180},${at % 80}`).join(' ')),
      `<gpx>${`<rte>${Array.from({ length: 3_000 }, (_, at) => `<rtept lat="${(at % 2 ? 1 : -1) * (60 - at / 60)}" lon="${at / 100}"/>`).join('')}</rte>`.repeat(5)}</gpx>`
    ]
    for (const text of busy) t.equal((await read(text)).statusCode, 200, text.slice(0, 30))

    const [viewer, stranger] = [await signUp('vera@lab.example'), await signUp()]
    await owner.post(`/projects/${projectId}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await read(gpx, '', viewer)).statusCode, 403)
    t.equal((await read(gpx, '', stranger)).statusCode, 404)
  })

  t.test('sites are added in one step, and undone except for those in use', async t => {
    const { app, storage, signUp, owner, projectId, preview, add, sites } = await scene(t, database)
    const drafts = (await preview(gpx)).sites.flatMap(({ draft }) => draft ?? [])
    t.equal(drafts.length, 4)
    const made = await add(drafts)
    t.equal(made.statusCode, 201)
    const given = made.json<PastImport>()
    t.match(given, { fileName: 'survey.gpx', count: 4, undone: null })
    t.same((await sites()).map(({ name }) => name).sort(), ['Dive 1', 'Line', 'M1', 'M1 (2)'])

    const { code, detail, errors } = (await add([{ name: 'New' }, { name: 'm1' }, { name: 'NEW ' }, { name: 'Line' }])).json()
    t.match({ code, detail }, { code: 'SITE_NAME_TAKEN', detail: /already has a site named “M1”/ })
    t.same(errors, [
      { path: '/sites/1/name', message: 'is already taken by another site' },
      { path: '/sites/2/name', message: 'is already used by an earlier site in this list' },
      { path: '/sites/3/name', message: 'is already taken by another site' }
    ])
    const long = await add([{ name: 'Short' }, { name: 'n'.repeat(201) }])
    t.equal(long.statusCode, 422)
    t.match(long.json(), { errors: [{ path: '/sites/1/name' }] })
    const faulty = (
      await add([{ name: 'A', decimalLatitude: 1 }, { name: 'B' }, { name: 'C', surveyId: null, decimalLongitude: 1 }])
    ).json()
    t.same(
      faulty.errors.map(({ path }: { path: string }) => path),
      ['/sites/0/decimalLongitude', '/sites/2/decimalLatitude']
    )
    t.match((await add([{ name: 'A' }, { name: 'B', surveyId: 'elsewhere' }])).json(), { errors: [{ path: '/sites/1/surveyId' }] })
    const twice = await Promise.all([add([{ name: 'Both' }]), add([{ name: 'Both' }])])
    t.same(twice.map(({ statusCode }) => statusCode).sort(), [201, 409], 'of two people who add the same file, one succeeds')
    const added = twice.find(({ statusCode }) => statusCode === 201)!.json<PastImport>()
    const undone = await Promise.all([1, 2].map(() => owner.post(`/site-imports/${added.id}/undo`)))
    t.same(undone.map(({ statusCode }) => statusCode).sort(), [200, 409], 'so does one of two who undo it')
    t.equal((await sites()).length, 4, 'all or nothing')
    t.equal((await add([{ name: 'New', decimalLatitude: 3 }])).statusCode, 422)
    t.equal((await add([])).statusCode, 422)

    const [viewer, stranger] = [await signUp('vera@lab.example'), await signUp()]
    await owner.post(`/projects/${projectId}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await add([{ name: 'V' }], viewer)).statusCode, 403)
    t.equal((await add([{ name: 'V' }], stranger)).statusCode, 404)
    const undo = (person: Person) => person.post(`/site-imports/${given.id}/undo`)
    t.equal((await undo(viewer)).statusCode, 403)
    t.equal((await undo(stranger)).statusCode, 404)
    t.equal((await stranger.get(`/projects/${projectId}/site-imports`)).statusCode, 404)

    const named = new Map((await sites()).map(site => [site.name, site]))
    await owner.patch(`/sites/${named.get('M1')!.id}`, { revision: 1, notes: 'Marked by a buoy' })
    const [mediaId] = await insertMediaRows(storage.db, { projectId, accountId: owner.id, count: 1, fileName: () => 'a.jpg' })
    await owner.post(`/projects/${projectId}/sites/assign`, { mediaIds: [mediaId], siteId: named.get('Line')!.id })
    const counts = (person: Person) => person.get(`/site-imports/${given.id}/undo`)
    t.same((await counts(owner)).json(), { removedCount: 2, keptCount: 2 })
    t.equal((await sites()).length, 4, 'a preview changes nothing')
    t.equal((await counts(viewer)).statusCode, 403)
    t.equal((await counts(stranger)).statusCode, 404)
    t.match((await undo(owner)).json(), { undone: { removedCount: 2, keptCount: 2 } })
    t.match((await counts(owner)).json(), { status: 409, code: 'SITE_IMPORT_OVER' })
    t.same((await sites()).map(({ name }) => name).sort(), ['Line', 'M1'])
    t.match((await undo(owner)).json(), { code: 'SITE_IMPORT_OVER' })
    t.equal((await viewer.get(`/projects/${projectId}/site-imports`)).statusCode, 403)
    t.match((await owner.get(`/projects/${projectId}/site-imports`)).json(), {
      items: [
        { id: added.id, undone: { removedCount: 1 } },
        { id: given.id, undone: { keptCount: 2 } }
      ]
    })
    t.equal((await app.inject({ method: 'POST', url: `/api/site-imports/${given.id}/undo` })).statusCode, 401)
  })
})
