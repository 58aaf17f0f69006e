import { readConfig } from '../../../server/config.ts'
import { startIsobath } from '../../../server/isobath.ts'

const webRoot = process.env.TEST_WEB_ROOT
const { gateway, url } = await startIsobath(readConfig(), webRoot ? { webRoot } : {})
gateway.log.info({ url }, 'Isobath is ready')
