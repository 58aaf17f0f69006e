// Vite's dev server in front of a running Isobath. It serves the web app from source, and proxies everything else to the server on the given
// port. Started by `npm run dev`, on the project's own Node.
import { createServer } from 'vite'
import { inRoot } from './lib/paths.mjs'

// The page's Host header is forwarded, so that the server's origin check sees the same host as the browser.
const server = { target: `http://127.0.0.1:${process.argv[2]}`, changeOrigin: false }
const vite = await createServer({
  configFile: inRoot('vite.config.ts'),
  server: {
    port: Number(process.env.PORT ?? 8080),
    strictPort: true,
    // source files in `web/api` have the same path prefix
    proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': server, '/healthz': server, '/readyz': server, '/metrics': server }
  }
})
await vite.listen()
vite.printUrls()
