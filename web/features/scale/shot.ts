import { queryOptions } from '@tanstack/react-query'
import type { Media } from '../../../shared/contracts/media.ts'
import { statedAngle } from '../../../shared/photogrammetry/stated-angle.ts'
import { mediaItem } from '../../imagery/images.ts'

/** How an image was taken, as its file and its table say; null where they do not. */
export interface Shot {
  camera: string | null
  altitudeInMeters: number | null
  horizontalAngleInDegrees: number | null
  /** The width of the sensor is not taken from EXIF: it is that of the camera, and wrong once a picture was cropped or made smaller. */
  focalLengthInMillimeters: number | null
}

export const shotOf = (mediaId: string) => queryOptions({ ...mediaItem(mediaId), select: shotOfMedia })

export function shotOfMedia({
  camera,
  altitudeInMeters,
  exif,
  metadata
}: Pick<Media, 'camera' | 'altitudeInMeters' | 'exif' | 'metadata'>): Shot {
  const focalLength = Number.parseFloat(String(exif['Focal length'] ?? '')) // “24 mm”
  return {
    camera,
    altitudeInMeters,
    horizontalAngleInDegrees: statedAngle(metadata),
    focalLengthInMillimeters: focalLength > 0 ? focalLength : null
  }
}
