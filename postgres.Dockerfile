# PostgreSQL 18 with what Gloss searches by: pgvector, which the image brings, and pg_textsearch, built from its source.
ARG POSTGRES_IMAGE=docker.io/pgvector/pgvector:pg18

FROM ${POSTGRES_IMAGE} AS textsearch
# The commit that Gloss is tested with.
ARG TEXTSEARCH=c3bb8e2c
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates curl gcc libc6-dev make postgresql-server-dev-18
RUN mkdir /source && curl --fail --silent --show-error --location "https://github.com/timescale/pg_textsearch/archive/${TEXTSEARCH}.tar.gz" \
  | tar --extract --gzip --directory /source --strip-components=1
RUN make --directory /source with_llvm=no install DESTDIR=/built

FROM ${POSTGRES_IMAGE}
COPY --from=textsearch /built /
CMD ["postgres", "-c", "shared_preload_libraries=pg_textsearch"]
