import t from 'tap'
import { draftOf, type Found, found, newSettings, numberIn } from '../../../../web/features/scale/draft.ts'
import { roundLength } from '../../../../web/features/scale/round-length.ts'
import { shotOfMedia } from '../../../../web/features/scale/shot.ts'

const image = { width: 4000, height: 3000 }
const settings = { laserSpacingInMeters: 0.1, horizontalAngleInDegrees: null, sensorWidthInMillimeters: 36, isFlatPort: false, revision: 3 }
const shot = {
  camera: null,
  altitudeInMeters: 2,
  horizontalAngleInDegrees: null,
  focalLengthInMillimeters: null
}
const scaleOf = (result: Found) => ('scale' in result ? Number((result.scale.metersPerPixel * 1000).toFixed(6)) : result.missing)

t.test('typed values and marks give a scale, or the first missing part', async t => {
  const draft = draftOf(undefined, settings, shot)
  t.match(draft, { method: 'lasers', spacingInCentimeters: '10', altitudeInMeters: '2', focalLengthInMillimeters: '' })
  t.equal(scaleOf(found(draft, [], image)), 'Mark each laser point on the image.')
  t.equal(scaleOf(found(draft, [[0, 0]], image)), 'Mark the second laser point.')
  const pair: [number, number][] = [
    [1000, 580],
    [1320, 820]
  ]
  t.equal(scaleOf(found(draft, pair, image)), 0.25)
  t.equal(scaleOf(found({ ...draft, spacingInCentimeters: '20,0' }, pair, image)), 0.5, 'a decimal comma is accepted')
  t.equal(scaleOf(found({ ...draft, spacingInCentimeters: '-' }, pair, image)), 'Enter the distance between the lasers.')
  t.match(
    found(
      draft,
      [
        [0, 0],
        [3, 0]
      ],
      image
    ),
    { missing: /too close/ }
  )
  t.equal(scaleOf(found({ ...draft, method: 'lens', focalLengthInMillimeters: '24' }, [], image)), 1.0 * ((2 * 36) / 24 / 4000) * 1000)
  t.equal(scaleOf(found({ ...draft, method: 'altitude' }, [], image)), 'Enter the horizontal angle of view, from 0.1° to 179°.')
  t.equal(scaleOf(found({ ...draft, method: 'area', areaInSquareMeters: '12' }, [], image)), 1)
  t.equal(numberIn('0'), null)
})

t.test('an image with a known altitude and view needs no marks', async t => {
  const media = { camera: 'GoPro', altitudeInMeters: 3, exif: {}, metadata: {} }
  const angles = { fov: '60', 'HFOV (deg)': '60.5', 'Horizontal field of view [°]': '60,5', angle_of_view: '60 °' }
  for (const [name, value] of Object.entries(angles)) {
    const shot = shotOfMedia({ ...media, metadata: { heading: '12', [name]: value } })
    t.match(draftOf(undefined, settings, shot), { method: 'altitude', angleInDegrees: /^60(\.5)?$/, altitudeInMeters: '3' }, name)
  }
  for (const name of ['vertical field of view', 'overview', 'fovea'])
    t.equal(shotOfMedia({ ...media, metadata: { [name]: '40' } }).horizontalAngleInDegrees, null, name)
  t.equal(shotOfMedia({ ...media, metadata: { fov: 'wide' } }).horizontalAngleInDegrees, null)

  const shot = shotOfMedia({ ...media, exif: { 'Focal length': '24 mm' } })
  const draft = draftOf(undefined, settings, shot)
  t.match(draft, { method: 'lens', sensorInMillimeters: '36', focalLengthInMillimeters: '24' })
  t.equal(scaleOf(found(draft, [], image)), (3 * 36) / 24 / 4)
  t.equal(draftOf(undefined, { ...settings, sensorWidthInMillimeters: null }, shot).method, 'lasers')
})

t.test('only new settings are offered to the project', async t => {
  const marks = [
    { x: 0, y: 0 },
    { x: 400, y: 0 }
  ]
  t.equal(newSettings({ method: 'lasers', marks, spacingInMeters: 0.1 }, settings), null)
  t.match(newSettings({ method: 'lasers', marks, spacingInMeters: 0.2 }, settings), { laserSpacingInMeters: 0.2, revision: 3 })
  t.equal(newSettings({ method: 'area', areaInSquareMeters: 1 }, settings), null)
})

t.test('a scale bar is 1, 2 or 5 times a power of ten long', async t => {
  for (const [most, length] of [
    [1, 1],
    [0.99, 0.5],
    [0.049, 0.02],
    [0.02, 0.02],
    [1000, 1000],
    [0.001, 0.001],
    [6, 5]
  ] as const)
    t.equal(roundLength(most), length, `${most}`)
  for (const none of [0, -1, Number.NaN, Infinity]) t.equal(roundLength(none), null)
})
