# docker build -t gloss . && docker run --init -p 127.0.0.1:8899:8899 -e GLOSS_KEY=a-key-of-yours -v gloss:/data gloss
# Podman and Buildah build it as well. docs/container.md says how CI tries it, and what code of models (GLOSS_EXECUTE=1) needs.
# A tag moves. For images that are the same tomorrow: --build-arg NODE_IMAGE=docker.io/library/node@sha256:… (docs/container.md).
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS modules
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY packages/lab/package.json packages/lab/
COPY packages/rerank/package.json packages/rerank/
RUN npm ci --ignore-scripts

# Changes with the lock file alone, so a new version of Gloss shares this layer with the last.
FROM modules AS production
# node-linux-*: the Node that Gloss brings for hosts with an older one.
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

# What the package carries is what the image carries, under whatever name it is published.
FROM modules AS package
COPY . .
RUN node scripts/dev/pack.ts /tmp && mkdir /gloss && tar --extract --gzip --file /tmp/gloss-papers-gloss-*.tgz --directory /gloss --strip-components=1

FROM ${NODE_IMAGE}
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap python3 && rm -rf /var/lib/apt/lists/*
# Optional parts (docs/install.md) go into the volume; GLOSS_FETCH=always lets the service fetch what it needs.
ENV NODE_ENV=production XDG_CACHE_HOME=/data/.cache GLOSS_WORKSPACE=/data GLOSS_HOST=0.0.0.0 GLOSS_PORT=8899
RUN mkdir /data && chown node:node /data
COPY --from=production --chown=root:root /source/node_modules /gloss/node_modules
COPY --from=package --chown=root:root /gloss /gloss
USER node
VOLUME /data
WORKDIR /data
EXPOSE 8899
# Listening on every address asks for GLOSS_KEY; without one the service refuses to start and says so.
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.GLOSS_PORT + '/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# No process of the same user can open a debugger in the server by a signal.
ENTRYPOINT ["node", "--disable-sigusr1", "/gloss/bin/gloss.mjs"]
CMD ["serve"]
