package io.cistern.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;

/** Starts the HTTP surface on a real server, with models and service replaced by {@link MockedModel}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        classes = ApiServerTests.Application.class,
        properties = {
            // The health contributors that config/application.yml names belong to models, and none is loaded here.
            "management.endpoint.health.validate-group-membership=false",
            "cistern.heartbeat=50ms",
            "server.tomcat.connection-timeout=2s",
            "server.tomcat.threads.max=20"
        },
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@interface ApiServerTest {}
