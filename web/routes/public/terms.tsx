import { LegalPage } from './legal/legal-page.tsx'
import { termsText } from './legal/terms-text.ts'

export function Component() {
  return <LegalPage text={termsText} />
}

export { loader } from './reading-face.ts'
