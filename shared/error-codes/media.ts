import { metadataCsvLimitBytes } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const mediaCodes = coded({
  ANSWERED_MEANWHILE: {
    status: 409,
    sentence: 'Somebody answered for these images in the meantime: look at their times, and change the answer there if it is wrong'
  },
  MEDIA_NOT_READY: { status: 404, sentence: '%s of %s is still being made: try again in a moment' },
  ORIGINAL_WITHHELD: {
    status: 403,
    sentence:
      'The original file of %s may hold its exact position, which you do not get: look at its picture here, or ask an owner of the project'
  },
  ALREADY_IN_PROJECT: { status: 409, sentence: '%s is in this project already, as %s: it was not added a second time' },
  METADATA_TABLE_TOO_LARGE: {
    status: 413,
    sentence: `A metadata table may have up to ${metadataCsvLimitBytes / 1024 ** 2} MiB: attach it in parts`
  },
  OVERGROWN_PICTURE: { status: 422, sentence: '%s holds %s: save the picture anew without what stands beside it, and add that' },
  NOT_AN_IMAGE: { status: 415, sentence: '%s is %s: only JPEG, PNG, TIFF and WebP images can be added' },
  EMPTY_FILE: { status: 422, sentence: '%s is empty (0 bytes): check the file where you copied it from' },
  BROKEN_IMAGE: {
    status: 422,
    sentence: '%s cannot be read to its end: it is cut off or damaged. Copy it again from the camera and retry'
  },
  TOO_MANY_PIXELS: { status: 413, sentence: '%s has %s megapixels: images of up to %s megapixels can be added' },
  COSTLY_PICTURE: { status: 422, sentence: '%s' },
  STORAGE_QUOTA_REACHED: {
    status: 413,
    sentence: '%s does not fit: the photographs on this server may take %s, and %s is left. Ask the operator for more'
  },
  OWN_QUOTA_REACHED: {
    status: 413,
    sentence:
      '%s does not fit: your photographs may take %s, and %s is left. Ask the operator for more, or remove some: their room is free after 30 days'
  },
  UPLOAD_TOO_LARGE: { status: 413, sentence: 'A file may have up to 4 GiB' },
  UPLOAD_PROTOCOL: { status: 400, sentence: 'The upload was not accepted: %s' }
})
