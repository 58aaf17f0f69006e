import { queryOptions } from '@tanstack/react-query'
import type { Media } from '../../../../shared/contracts/media.ts'
import { call } from '../../../api/call.ts'
import { annotateKeys } from '../queries.ts'

/** How an image was taken, as its file and its table say; null where they do not. */
export interface Shot {
  camera: string | null
  altitudeInMeters: number | null
  horizontalAngleInDegrees: number | null
  /** The width of the sensor is not taken from EXIF: it is that of the camera, and wrong once a picture was cropped or made smaller. */
  focalLengthInMillimeters: number | null
}

export const shotOf = (mediaId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'shot', mediaId],
    queryFn: async ({ signal }) => shotOfMedia(await call('GET /media/:mediaId', { params: { mediaId }, signal }))
  })

/** A column of a table that gives the angle of view across, in degrees: `fov`, `hfov_deg`, “Horizontal field of view [°]”, “Angle of view”. */
const angleColumn = /^(h(orizontal)? ?)?(fov|field of view|angle of view|view(ing)? angle)( ?horizontal)?( ?\[?\(?(deg(rees)?|°)\]?\)?)?$/

export function shotOfMedia(media: Pick<Media, 'camera' | 'altitudeInMeters' | 'exif' | 'metadata'>): Shot {
  const { camera, altitudeInMeters, exif, metadata } = media
  const column = Object.keys(metadata).find(name => angleColumn.test(plain(name)))
  return {
    camera,
    altitudeInMeters,
    horizontalAngleInDegrees: column === undefined ? null : numberAtStart(metadata[column], 179),
    focalLengthInMillimeters: numberAtStart(exif['Focal length'], 10_000)
  }
}

const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')

/** The number above 0 that a text begins with, as in “24 mm” or “60,5°”. */
function numberAtStart(text: string | number | undefined, most: number): number | null {
  const number = Number.parseFloat(String(text ?? '').replace(',', '.'))
  return number > 0 && number <= most ? number : null
}
