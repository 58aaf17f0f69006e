import { LegalPage } from './legal/legal-page.tsx'
import { privacyText } from './legal/privacy-text.ts'

export function Component() {
  return <LegalPage text={privacyText} />
}

export { loader } from './reading-face.ts'
