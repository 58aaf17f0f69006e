import type { Plugin } from 'vite'

const router = /\/react-router\/dist\/production\/[^/]*\.mjs$/
const displayName = /^\w+\.displayName = "[^"]*";$/gm
const forwardedRef = /^var (\w+) = (React\d*\.forwardRef\()/gm
const componentClass = /^var (\w+) = (class extends React\d*\.Component \{[\s\S]*?^\});$/gm

/**
 * Lets the bundler drop components of react-router that the app does not use. Assignments to `displayName`, calls to `forwardRef` and component
 * classes count as side effects. The assignments are therefore removed, and the calls and classes are marked as pure.
 */
export function leanRouter(): Plugin {
  return {
    name: 'isobath:lean-router',
    apply: 'build',
    transform: {
      filter: { id: router },
      handler: code => ({
        code: code
          .replace(displayName, '')
          .replace(forwardedRef, 'var $1 = /* @__PURE__ */ $2')
          .replace(componentClass, 'var $1 = /* @__PURE__ */ (() => $2)();'),
        map: null
      })
    }
  }
}
