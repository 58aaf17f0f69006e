import { coded } from './coded-problem.ts'

export const scaleCodes = coded({
  TOO_FEW_LASER_IMAGES: {
    status: 422,
    sentence: 'Laser points can be found once %s images of this camera and size have points marked by hand. The project has %s: mark more'
  },
  NO_LASER_POINTS: { status: 422, sentence: 'No points fit the colour and the pattern of the marked images: mark them by hand' }
})
