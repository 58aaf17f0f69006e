import { queryOptions } from '@tanstack/react-query'
import type { Media } from '../../../shared/contracts/media.ts'
import { statedAngle } from '../../../shared/photogrammetry/stated-angle.ts'
import { mediaItem } from '../../imagery/images.ts'

/** Camera facts of an image from its file and tables; null where unknown. */
export interface Shot {
  camera: string | null
  altitudeInMeters: number | null
  horizontalAngleInDegrees: number | null
  /** Focal length. The sensor width in EXIF is not read, because it is wrong once a picture has been cropped or downsampled. */
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
